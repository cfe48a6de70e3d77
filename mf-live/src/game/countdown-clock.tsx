import './live.css'
import { localNow } from '@cascade/web-kit'
import { type CSSProperties, useEffect, useEffectEvent, useState } from 'react'
import { texts } from '../texts'
import type { Snapshot } from './snapshot'

type Props = { snapshot: Snapshot; isLocked: boolean; onZero: (attempts: number) => void }

/** Time left at which the clock is highlighted. */
const soonSeconds = 10

export function CountdownClock({ snapshot: { live, drawAtHere }, isLocked, onZero }: Props) {
  const text = texts.useText()
  const { seconds, paused } = useCountdown(drawAtHere, onZero)
  const share = Math.min(1, seconds / live.timecount)
  return (
    <div
      className="live-clock"
      translate="no"
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

/** Retry interval for the next draw once the time is up. */
const retryIntervalMs = 2_000

/**
 * Seconds until a deadline in this browser's time. Every tick reads the clock, so a slow or suspended page is correct
 * again after one tick. Pauses while the window has no focus.
 */
function useCountdown(deadline: number, onZero: (attempts: number) => void): { seconds: number; paused: boolean } {
  const [now, setNow] = useState(localNow)
  const focused = useWindowFocus()
  const requestNext = useEffectEvent(onZero)

  useEffect(() => {
    if (!focused) return
    let timer: ReturnType<typeof setTimeout>
    let attempts = 0
    const tick = () => {
      const at = localNow()
      setNow(at)
      const over = at >= deadline
      if (over) requestNext(attempts++)
      timer = setTimeout(tick, over ? retryIntervalMs : msUntilNextSecond(deadline, at))
    }
    tick()
    return () => clearTimeout(timer)
  }, [deadline, focused])

  return { seconds: secondsLeft(deadline, now), paused: !focused }
}

/** Whole seconds left, rounded up: a new draw shows its full length, 0 means drawn. */
export function secondsLeft(deadlineMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((deadlineMs - nowMs) / 1000))
}

/** Milliseconds until `secondsLeft` changes. */
export function msUntilNextSecond(deadlineMs: number, nowMs: number): number {
  const leftMs = deadlineMs - nowMs
  return leftMs - (Math.ceil(leftMs / 1000) - 1) * 1000
}

/** `mm:ss`; minutes exceed 59 for an hour or more. */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

const msBetween = (from: string, to: string) => Date.parse(to) - Date.parse(from)

/** Whether betting on the draw is closed, by the server's clock. */
export function useIsLocked({ live: { lockAt, drawAt }, drawAtHere }: Snapshot): boolean {
  const lockAtHere = drawAtHere - msBetween(lockAt, drawAt)
  const [lockedAt, setLockedAt] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(() => setLockedAt(lockAtHere), lockAtHere - localNow())
    return () => clearTimeout(timer)
  }, [lockAtHere])
  return lockedAt === lockAtHere
}

function useWindowFocus(): boolean {
  const [focused, setFocused] = useState(true)
  useEffect(() => {
    const onFocus = () => setFocused(true)
    const onBlur = () => setFocused(false)
    window.addEventListener('focus', onFocus)
    window.addEventListener('blur', onBlur)
    return () => {
      window.removeEventListener('focus', onFocus)
      window.removeEventListener('blur', onBlur)
    }
  }, [])
  return focused
}
