import './runs.css'
import type { Run } from '@cascade/contracts/accounts'
import { Button, formatCount, StatusBadge, type Tone, useToasts } from '@cascade/ui-kit'
import { messageOf } from '@cascade/web-kit'
import { texts } from '../texts'
import { useStopRun } from './calls'

export const runTones: Record<Run['state'], Tone> = { running: 'accent', done: 'success', stopped: 'warning' }

export function RunProgress({ run }: { run: Run }) {
  const text = texts.useText()
  const toasts = useToasts()
  const stop = useStopRun()
  const { _id, operation, state, why, total, done, refused: rejected } = run
  const finished = done + rejected
  const counts = { done: formatCount(done), rejected: formatCount(rejected), waiting: formatCount(total - finished) }
  return (
    <div className="accounts-run" role="status">
      <progress max={total} value={finished} aria-label={text('runProgress')} />
      <div className="accounts-run-line">
        <StatusBadge tone={runTones[state]}>{text(`run_${state}`)}</StatusBadge>
        <strong className="kit-tabular">
          {text('runDone', { done: formatCount(finished), total: formatCount(total) })}
        </strong>
        {rejected > 0 && <span className="accounts-run-rejected">{text('runRejected', counts)}</span>}
        {state === 'stopped' && total > finished && (
          <span>{text(operation === 'create' ? 'bulkLeft' : 'runLeft', counts)}</span>
        )}
        {state === 'running' && (
          <Button
            size="small"
            danger
            loading={stop.isPending}
            onClick={() =>
              stop.mutate({ params: { runId: _id } }, { onError: error => toasts.error(messageOf(error)) })
            }
          >
            {text('runStop')}
          </Button>
        )}
      </div>
      {why && <p className="accounts-run-why">{why}</p>}
    </div>
  )
}
