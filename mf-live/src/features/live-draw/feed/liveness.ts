import type { FeedPhase } from './pair-feed'

export type Liveness = 'connecting' | 'live' | 'reconnecting' | 'stale'

/** Without a socket and without a fresh answer for this long, what is shown may no longer be true. */
const freshFor = 10_000
/** The next draw should be here this long after the last one ended. */
const overdueAfter = 6_000

type Seen = {
  phase: FeedPhase
  /** Milliseconds since the totals were heard. */
  age: number
  /** Milliseconds since the shown draw ended; negative while it is open. */
  overdue: number
}

/** How far the totals on screen can be trusted. An open draw without bets sends nothing, so age alone says little. */
export function livenessOf({ phase, age, overdue }: Seen): Liveness {
  if (overdue > overdueAfter) return 'stale'
  if (phase === 'live') return 'live'
  if (age > freshFor) return 'stale'
  return phase === 'connecting' ? 'connecting' : 'reconnecting'
}

/** `42 s`, `3 min` or `2 h`. */
export function ageText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  if (seconds < 60) return `${seconds} s`
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`
}
