import { localNow } from '@cascade/web-kit'
import { useEffect, useState } from 'react'
import type { Snapshot } from '../snapshot'

/**
 * `connecting`: no data yet. `live`: the socket delivers the open draw. `down`: the socket was lost or rejected.
 * `removed`: the game was deleted while watched.
 */
export type FeedPhase = 'connecting' | 'live' | 'down' | 'removed'

export type Liveness = 'connecting' | 'live' | 'reconnecting' | 'stale'

/** The server sends every watched game at least once a tick; two missed ticks make figures untrustworthy. */
const silentTicksMax = 2
/** Fallback if the server sends no tick interval. */
const tickMsDefault = 5_000

/** How long received figures count as current. */
export const freshForMs = (tickMs = tickMsDefault) => silentTicksMax * tickMs
/** The next draw is overdue this long after the last one ended. */
const overdueAfterMs = 6_000

type FeedStatus = {
  phase: FeedPhase
  /** Since the totals were received. */
  ageMs: number
  /** Since the end of the draw; negative while it is open. */
  overdueMs: number
  tickMs: number | undefined
}

/** How far the totals on screen can be trusted, independent of the socket's own state. */
export function livenessOf({ phase, ageMs, overdueMs, tickMs }: FeedStatus): Liveness {
  if (overdueMs > overdueAfterMs) return 'stale'
  const isTickless = phase === 'live' && tickMs === undefined
  if (ageMs > freshForMs(tickMs) && !isTickless) return 'stale'
  if (phase === 'live') return 'live'
  return phase === 'connecting' ? 'connecting' : 'reconnecting'
}

/** `42 s`, `3 min` or `2 h`. */
export function ageText(ageMs: number): string {
  const seconds = Math.max(0, Math.floor(ageMs / 1000))
  if (seconds < 60) return `${seconds} s`
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`
}

export type Trust = { liveness: Liveness /** Since the figures were received. */; ageMs: number }

const clockIntervalMs = 1_000

/** Trust in the figures on screen, by this browser's clock alone. */
export function useLiveness({ live, receivedAtHere, drawAtHere }: Snapshot, phase: FeedPhase): Trust {
  const [now, setNow] = useState(localNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(localNow()), clockIntervalMs)
    return () => clearInterval(timer)
  }, [])
  const ageMs = now - receivedAtHere
  return { ageMs, liveness: livenessOf({ phase, ageMs, overdueMs: now - drawAtHere, tickMs: live.tickMs }) }
}
