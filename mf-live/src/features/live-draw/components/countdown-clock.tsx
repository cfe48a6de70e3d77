import './countdown-clock.css'
import type { CSSProperties } from 'react'
import { texts } from '../../../texts'
import { clockText } from '../countdown/countdown'
import { useCountdown } from '../countdown/use-countdown'
import type { Snapshot } from '../snapshot'

type Props = { snapshot: Snapshot; isLocked: boolean; onZero: (asked: number) => void }

/** Seconds before the draw from which the clock is marked. */
const soonSeconds = 10

/** The time left, large enough for the other end of the room. */
export function CountdownClock({ snapshot: { live, drawAtHere }, isLocked, onZero }: Props) {
  const text = texts.useText()
  const { seconds, paused } = useCountdown(drawAtHere, onZero)
  const share = Math.min(1, seconds / live.timecount)
  return (
    <div
      className="live-clock"
      data-soon={isLocked || seconds <= soonSeconds || undefined}
      data-paused={paused || undefined}
    >
      <span className="live-stage-title">{paused ? text('paused') : text('nextDraw')}</span>
      <span className="live-clock-time" role="timer" aria-label={text('timer')}>
        {clockText(seconds)}
      </span>
      <span className="live-stage-note">{text(isLocked ? 'betsClosed' : 'betsOpen')}</span>
      <span className="live-clock-bar" style={{ '--share': share } as CSSProperties} aria-hidden="true" />
    </div>
  )
}
