import './runs.css'
import { type Run, runApi } from '@cascade/contracts/accounts'
import { Button, formatCount, StatusBadge, type Tone, useToasts } from '@cascade/ui-kit'
import { messageOf, useMayCall } from '@cascade/web-kit'
import { useStopRun } from './calls'
import { runsTexts } from './texts'

export const runTones: Record<Run['state'], Tone> = { running: 'accent', done: 'success', stopped: 'warning' }

export function RunProgress({ run }: { run: Run }) {
  const runText = runsTexts.useText()
  const toasts = useToasts()
  const stop = useStopRun()
  const mayStop = useMayCall(runApi.stop)
  const { _id, operation, state, why, total, done, refused: rejected } = run
  const finished = done + rejected
  const counts = { done: formatCount(done), rejected: formatCount(rejected), waiting: formatCount(total - finished) }
  return (
    <div className="accounts-run" role="status">
      <progress max={total} value={finished} aria-label={runText('runProgress')} />
      <div className="accounts-run-line">
        <StatusBadge tone={runTones[state]}>{runText(`run_${state}`)}</StatusBadge>
        <strong className="kit-tabular">
          {runText('runDone', { done: formatCount(finished), total: formatCount(total) })}
        </strong>
        {rejected > 0 && <span className="accounts-run-rejected">{runText('runRejected', counts)}</span>}
        {state === 'stopped' && total > finished && (
          <span>{runText(operation === 'create' ? 'bulkLeft' : 'runLeft', counts)}</span>
        )}
        {mayStop && state === 'running' && operation !== 'close-week' && (
          <Button
            size="small"
            danger
            loading={stop.isPending}
            onClick={() =>
              stop.mutate({ params: { runId: _id } }, { onError: error => toasts.error(messageOf(error)) })
            }
          >
            {runText('runStop')}
          </Button>
        )}
      </div>
      {why && <p className="accounts-run-why">{why}</p>}
    </div>
  )
}
