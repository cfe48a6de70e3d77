import type { Run } from '@cascade/contracts/accounts'
import { Button, formatCount, PageHeader, StatusBadge } from '@cascade/ui-kit'
import { type Column, DataTable } from '@cascade/ui-kit/data'
import { useAddress, useListState } from '@cascade/web-kit'
import { Link, useNavigate } from 'react-router-dom'
import { paths } from '../paths'
import { texts } from '../texts'
import { runsSource } from './calls'
import { runTones } from './run-progress'
import { runsTexts } from './texts'

const rowKey = (run: Run) => run._id

/** The user's runs of the last 30 days, newest first. */
export default function RunListPage() {
  const text = texts.useText()
  const runText = runsTexts.useText()
  const address = useAddress()
  const navigate = useNavigate()
  const list = useListState({})
  const nameOf = ({ operation, total }: Run) => runText(`runDo_${operation}`, { count: formatCount(total) })
  const columns: Column<Run>[] = [
    {
      key: 'operation',
      title: text('run'),
      value: nameOf,
      render: run => <Link to={address(paths.run, { runId: run._id })}>{nameOf(run)}</Link>,
    },
    {
      key: 'state',
      title: text('userStatus'),
      value: ({ state }) => runText(`run_${state}`),
      render: ({ state }) => <StatusBadge tone={runTones[state]}>{runText(`run_${state}`)}</StatusBadge>,
    },
    { key: 'done', title: runText('runRow_done'), value: run => run.done, kind: 'count' },
    { key: 'refused', title: runText('runRow_refused'), value: run => run.refused, kind: 'count' },
    { key: 'amount', title: runText('amountEach'), value: run => run.amount, kind: 'points' },
    { key: 'note', title: text('note'), value: run => run.note },
    { key: 'startedAt', title: text('dateTime'), value: run => run.startedAt, kind: 'dateTime' },
  ]
  return (
    <>
      <PageHeader title={text('runs')} note={runText('runsNote')} />
      <DataTable
        id="accounts.runs"
        columns={columns}
        rowKey={rowKey}
        source={runsSource}
        list={list}
        search={false}
        empty={runText('noRuns')}
        emptyAction={
          <Button onClick={() => void navigate(address(paths.list, { level: 'player' }))}>{runText('runsFrom')}</Button>
        }
      />
    </>
  )
}
