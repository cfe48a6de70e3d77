import { type Run, type RunRow, runApi } from '@cascade/contracts/accounts'
import { Amount, formatCount, formatDateTime, PageHeader } from '@cascade/ui-kit'
import { queryKeyOf, useAddress } from '@cascade/web-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { CreationRows } from '../bulk-create/creation-rows'
import { paths } from '../paths'
import { MissingAccount } from '../shared/account-gate'
import { texts } from '../texts'
import { runQuery, useRefreshAtEnd } from './calls'
import { RunProgress } from './run-progress'
import { RunRows } from './run-rows'
import { runsTexts } from './texts'
import { UndoButton } from './undo-button'

export default function RunPage() {
  const text = texts.useText()
  const runText = runsTexts.useText()
  const address = useAddress()
  const navigate = useNavigate()
  const { runId = '' } = useParams()
  const back = address(paths.runs, {})
  const { data: run, isError } = useQuery(runQuery(runId))
  useRefresh(run)
  if (isError && !run) return <MissingAccount back={back} />
  return (
    <>
      <PageHeader
        title={run ? runText(`runDo_${run.operation}`, { count: formatCount(run.total) }) : text('run')}
        note={run && <RunNote run={run} />}
        onBack={() => void navigate(back)}
        actions={run && <UndoButton run={run} onStarted={id => void navigate(address(paths.run, { runId: id }))} />}
      />
      {run && (
        <>
          <div className="accounts-run-card">
            <RunProgress run={run} />
          </div>
          <Rows run={run} />
        </>
      )}
    </>
  )
}

function RunNote({ run: { startedAt, amount, note, undoes, undoneBy } }: { run: Run }) {
  const runText = runsTexts.useText()
  const address = useAddress()
  const other = undoes ?? undoneBy
  return (
    <>
      {runText('runStarted', { time: formatDateTime(startedAt) })}
      {amount !== undefined && (
        <>
          {' · '}
          {runText('amountEach')} <Amount value={amount} />
        </>
      )}
      {note && ` · ${note}`}
      {other !== undefined && (
        <>
          {' · '}
          <Link to={address(paths.run, { runId: other })}>
            {runText(undoes === undefined ? 'runUndone' : 'runUndoes')}
          </Link>
        </>
      )}
    </>
  )
}

/** Refreshes the rows with each step of the run, and account data when it ends. */
function useRefresh(run: Run | undefined) {
  const queryClient = useQueryClient()
  const finished = run && run.done + run.refused
  useEffect(() => {
    if (finished) void queryClient.invalidateQueries({ queryKey: queryKeyOf(runApi.read) })
  }, [finished, queryClient])
  useRefreshAtEnd(run)
}

function Rows({ run }: { run: Run }) {
  const text = texts.useText()
  if (run.operation === 'create') return <CreationRows run={run} />
  const columns = [{ key: 'username', title: text('username'), value: (row: RunRow) => row.username, exportWidth: 30 }]
  return <RunRows id="accounts.run" runId={run._id} columns={columns} file="Run.xlsx" sheet="Run" />
}
