import './stage.css'
import { formatPoints } from '@cascade/contracts'
import { formatCount } from '@cascade/ui-kit'
import { texts } from '../../../texts'
import type { Snapshot } from '../snapshot'
import { CountdownClock } from './countdown-clock'
import { LastResults } from './last-results'

type Props = { snapshot: Snapshot; isLocked: boolean; onZero: (asked: number) => void }

/** What one wants to read from the other end of the room: the time left, what is staked, and what was drawn. */
export function Stage({ snapshot, isLocked, onZero }: Props) {
  const text = texts.useText()
  const { live } = snapshot
  return (
    <section className="live-stage">
      <CountdownClock snapshot={snapshot} isLocked={isLocked} onZero={onZero} />
      <div className="live-total">
        <span className="live-stage-title">{text('totalDraw')}</span>
        <span className="live-total-value">{formatPoints(live.collections.totalDraw)}</span>
        <span className="live-stage-note">
          {live.tickets === 1 ? text('ticket') : text('tickets', { count: formatCount(live.tickets) })} ·{' '}
          {text('dearest')} {formatPoints(live.highestLiability)}
        </span>
      </div>
      <LastResults live={live} />
    </section>
  )
}
