import type { CSSProperties } from 'react'
import { liveTexts } from '../../../texts'
import type { Reading } from '../api/reading'
import { clockText } from '../countdown/countdown'
import { useCountdown } from '../countdown/use-countdown'

type Props = { reading: Reading; onZero: (asked: number) => void }

/** Seconds before the draw from which the clock is marked. */
const soon = 10

/** The time left, large enough for the other end of the room. */
export function CountdownClock({ reading: { live, drawAtHere }, onZero }: Props) {
  const text = liveTexts.useText()
  const { seconds, paused } = useCountdown(drawAtHere, onZero)
  const share = Math.min(1, seconds / live.timecount)
  return (
    <div className="lv-clock" data-soon={seconds <= soon || undefined} data-paused={paused || undefined}>
      <span className="lv-stage-title">{paused ? text('paused') : text('nextDraw')}</span>
      <span className="lv-clock-time" role="timer" aria-label={text('timer')}>
        {clockText(seconds)}
      </span>
      <span className="lv-clock-bar" style={{ '--share': share } as CSSProperties} aria-hidden="true" />
    </div>
  )
}
