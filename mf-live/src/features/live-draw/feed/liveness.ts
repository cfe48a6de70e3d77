import type { FeedPhase } from './pair-feed'

export type Liveness = 'connecting' | 'live' | 'reconnecting' | 'stale'

/** Without a socket and without a fresh answer for this long, what is shown may no longer be true. */
const freshForMs = 10_000
/** The next draw should be here this long after the last one ended. */
const overdueAfterMs = 6_000

type Seen = {
  phase: FeedPhase
  /** Since the totals were heard. */
  ageMs: number
  /** Since the shown draw ended; negative while it is open. */
  overdueMs: number
}

/** How far the totals on screen can be trusted. An open draw without bets sends nothing, so age alone says little. */
export function livenessOf({ phase, ageMs, overdueMs }: Seen): Liveness {
  if (overdueMs > overdueAfterMs) return 'stale'
  if (phase === 'live') return 'live'
  if (ageMs > freshForMs) return 'stale'
  return phase === 'connecting' ? 'connecting' : 'reconnecting'
}

/** `42 s`, `3 min` or `2 h`. */
export function ageText(ageMs: number): string {
  const seconds = Math.max(0, Math.floor(ageMs / 1000))
  if (seconds < 60) return `${seconds} s`
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`
}
