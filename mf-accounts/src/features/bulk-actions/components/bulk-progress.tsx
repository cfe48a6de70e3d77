import { Amount, StatusBadge, type Tone } from '@cascade/ui-kit'
import { useKeyboardScroll } from '@cascade/ui-kit/data'
import { texts } from '../../../texts'
import type { BulkActionResult } from '../use-bulk-action'

const tones: Record<BulkActionResult['state'], Tone> = {
  waiting: 'neutral',
  running: 'accent',
  done: 'success',
  failed: 'danger',
}

/** Every account with what became of it. */
export function BulkProgress({ results }: { results: readonly BulkActionResult[] }) {
  const text = texts.useText()
  const area = useKeyboardScroll<HTMLDivElement>(text('bulkResult'))
  const done = results.filter(({ state }) => state === 'done' || state === 'failed').length
  return (
    <div ref={area}>
      {done > 0 && (
        <div className="accounts-progress" role="status">
          <progress max={results.length} value={done} aria-label={text('bulkResult')} />
          <span className="kit-tabular">{text('bulkDone', { done, total: results.length })}</span>
        </div>
      )}
      <ul className="accounts-bulk-rows">
        {results.map(({ item: { _id, username, walletBalance }, state, message }) => (
          <li key={_id}>
            <strong>{username}</strong>
            {message ? <span className="accounts-bulk-message">{message}</span> : <Amount value={walletBalance} />}
            <StatusBadge tone={tones[state]}>{text(`bulkAct_${state}`)}</StatusBadge>
          </li>
        ))}
      </ul>
    </div>
  )
}
