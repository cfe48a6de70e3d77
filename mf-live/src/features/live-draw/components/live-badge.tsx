import './live-badge.css'
import { StatusBadge, type Tone } from '@cascade/ui-kit'
import { useEffect, useState } from 'react'
import { texts } from '../../../texts'
import { ageText, type Liveness, livenessOf } from '../feed/liveness'
import type { FeedPhase } from '../feed/pair-feed'
import type { Snapshot } from '../snapshot'

type Props = { snapshot: Snapshot; phase: FeedPhase }

const tones: Readonly<Record<Liveness, Tone>> = {
  connecting: 'neutral',
  live: 'success',
  reconnecting: 'warning',
  stale: 'danger',
}

/** Whether the totals on screen are those of now. */
export function LiveBadge({ snapshot: { heardAtHere, drawAtHere }, phase }: Props) {
  const text = texts.useText()
  const now = useSecond()
  const ageMs = now - heardAtHere
  const liveness = livenessOf({ phase, ageMs, overdueMs: now - drawAtHere })
  const words = {
    connecting: text('feedConnecting'),
    live: text('feedLive'),
    reconnecting: text('feedReconnecting'),
    stale: text('feedStale', { age: ageText(ageMs) }),
  }
  return (
    <span className="live-badge" data-liveness={liveness} role="status">
      <StatusBadge tone={tones[liveness]}>{words[liveness]}</StatusBadge>
    </span>
  )
}

function useSecond(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
