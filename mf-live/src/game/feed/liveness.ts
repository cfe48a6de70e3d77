import { localNow } from '@cascade/web-kit'
import { useEffect, useState } from 'react'
import type { Snapshot } from '../snapshot'

/**
 * `connecting`: not heard yet. `live`: the open draw comes by the socket. `down`: it did, or was refused. `removed`: the
 * game was deleted while it was watched.
 */
export type FeedPhase = 'connecting' | 'live' | 'down' | 'removed'

export type Liveness = 'connecting' | 'live' | 'reconnecting' | 'stale'

/** The server tells of every watched game at least once a tick: whoever has missed two does not know what is true. */
const ticksOfSilence = 2
/** A server that does not say how often it tells of a game. */
const usualTickMs = 5_000

/** How long figures are true after they were heard. */
export const freshForMs = (tickMs = usualTickMs) => ticksOfSilence * tickMs
/** The next draw should be here this long after the last one ended. */
const overdueAfterMs = 6_000

type Seen = {
  phase: FeedPhase
  /** Since the totals were heard. */
  ageMs: number
  /** Since the shown draw ended; negative while it is open. */
  overdueMs: number
  tickMs: number | undefined
}

/** How far the totals on screen can be trusted, whatever the socket believes. */
export function livenessOf({ phase, ageMs, overdueMs, tickMs }: Seen): Liveness {
  if (overdueMs > overdueAfterMs) return 'stale'
  const isTold = phase === 'live' && tickMs === undefined
  if (ageMs > freshForMs(tickMs) && !isTold) return 'stale'
  if (phase === 'live') return 'live'
  return phase === 'connecting' ? 'connecting' : 'reconnecting'
}

/** `42 s`, `3 min` or `2 h`. */
export function ageText(ageMs: number): string {
  const seconds = Math.max(0, Math.floor(ageMs / 1000))
  if (seconds < 60) return `${seconds} s`
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`
}

export type Trust = { liveness: Liveness /** Since the figures were heard. */; ageMs: number }

const lookEveryMs = 1_000

/** Whether the figures on screen are those of now, by this page's own clock alone. */
export function useLiveness({ live, heardAtHere, drawAtHere }: Snapshot, phase: FeedPhase): Trust {
  const [now, setNow] = useState(localNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(localNow()), lookEveryMs)
    return () => clearInterval(timer)
  }, [])
  const ageMs = now - heardAtHere
  return { ageMs, liveness: livenessOf({ phase, ageMs, overdueMs: now - drawAtHere, tickMs: live.tickMs }) }
}
