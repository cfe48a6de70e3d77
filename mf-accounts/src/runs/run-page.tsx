import type { Run, RunRow } from '@cascade/contracts/accounts'
import { Amount, formatCount, formatDateTime, PageHeader, StatusBadge, type Tone } from '@cascade/ui-kit'
import { type Column, DataTable, Filters } from '@cascade/ui-kit/data'
import { useAddress, useListState } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { MissingAccount } from '../accounts/account-gate'
import { useRefreshAccounts } from '../accounts/calls'
import { paths } from '../paths'
import { texts } from '../texts'
import { runQuery, runRowsSource } from './calls'
import { RunProgress } from './run-progress'

const noFilters = { state: '' }
const rowKey = (row: RunRow) => row.accountId
const tones: Record<RunRow['state'], Tone> = { waiting: 'neutral', done: 'success', refused: 'danger' }

export default function RunPage() {
  const text = texts.useText()
  const address = useAddress()
  const navigate = useNavigate()
  const { runId = '' } = useParams()
  const back = address(paths.runs, {})
  const { data: run, isError } = useQuery(runQuery(runId))
  useRefreshAtEnd(run)
  if (isError && !run) return <MissingAccount back={back} />
  return (
    <>
      <PageHeader
        title={run ? text(`runDo_${run.operation}`, { count: formatCount(run.total) }) : text('run')}
        note={run && <RunNote run={run} />}
        onBack={() => void navigate(back)}
      />
      {run && (
        <div className="accounts-run-card">
          <RunProgress run={run} />
        </div>
      )}
      <Rows runId={runId} />
    </>
  )
}

function RunNote({ run: { startedAt, amount, note } }: { run: Run }) {
  const text = texts.useText()
  return (
    <>
      {text('runStarted', { time: formatDateTime(startedAt) })}
      {amount !== undefined && (
        <>
          {' · '}
          {text('amountEach')} <Amount value={amount} />
        </>
      )}
      {note && ` · ${note}`}
    </>
  )
}

/** Refreshes account data when the run ends. */
function useRefreshAtEnd(run: Run | undefined) {
  const refresh = useRefreshAccounts()
  const lastState = useRef<Run['state']>(undefined)
  useEffect(() => {
    if (lastState.current === 'running' && run?.state !== 'running') void refresh()
    lastState.current = run?.state
  }, [run?.state, refresh])
}

function Rows({ runId }: { runId: string }) {
  const text = texts.useText()
  const list = useListState({ filters: noFilters, size: 20 })
  const stateOf = ({ state }: RunRow) => text(`runRow_${state}`)
  const columns: Column<RunRow>[] = [
    { key: 'username', title: text('username'), value: row => row.username, exportWidth: 30 },
    {
      key: 'state',
      title: text('runResult'),
      value: stateOf,
      render: row => <StatusBadge tone={tones[row.state]}>{stateOf(row)}</StatusBadge>,
    },
    { key: 'message', title: text('runReason'), value: row => row.message, exportWidth: 60 },
  ]
  const options = (['done', 'refused', 'waiting'] as const).map(value => ({ value, label: text(`runRow_${value}`) }))
  return (
    <DataTable
      id="accounts.run"
      columns={columns}
      rowKey={rowKey}
      source={runRowsSource(runId)}
      list={list}
      search={false}
      filters={<Filters list={list} fields={[{ kind: 'choice', name: 'state', label: text('runResult'), options }]} />}
      exportAs={{ file: 'Run.xlsx', sheet: 'Run', free: true }}
    />
  )
}
