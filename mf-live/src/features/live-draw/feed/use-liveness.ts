import { useEffect, useState } from 'react'
import type { Snapshot } from '../snapshot'
import { type Liveness, livenessOf } from './liveness'
import type { FeedPhase } from './pair-feed'

export type Trust = { liveness: Liveness /** Since the figures were heard. */; ageMs: number }

const lookEveryMs = 1_000

/** Whether the figures on screen are those of now, by this page's own clock alone. */
export function useLiveness({ live, heardAtHere, drawAtHere }: Snapshot, phase: FeedPhase): Trust {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), lookEveryMs)
    return () => clearInterval(timer)
  }, [])
  const ageMs = now - heardAtHere
  return { ageMs, liveness: livenessOf({ phase, ageMs, overdueMs: now - drawAtHere, tickMs: live.tickMs }) }
}
