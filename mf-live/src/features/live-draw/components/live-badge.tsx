import { StatusBadge, type Tone } from '@cascade/ui-kit'
import { useEffect, useState } from 'react'
import { liveTexts } from '../../../texts'
import type { Reading } from '../api/reading'
import { ageText, type Liveness, livenessOf } from '../feed/liveness'
import type { FeedPhase } from '../feed/pair-feed'

type Props = { reading: Reading; phase: FeedPhase }

const tones: Readonly<Record<Liveness, Tone>> = {
  connecting: 'neutral',
  live: 'success',
  reconnecting: 'warning',
  stale: 'danger',
}

/** Whether the totals on screen are those of now. */
export function LiveBadge({ reading: { heardAtHere, drawAtHere }, phase }: Props) {
  const text = liveTexts.useText()
  const now = useSecond()
  const age = now - heardAtHere
  const liveness = livenessOf({ phase, age, overdue: now - drawAtHere })
  const words = {
    connecting: text('feedConnecting'),
    live: text('feedLive'),
    reconnecting: text('feedReconnecting'),
    stale: text('feedStale', { age: ageText(age) }),
  }
  return (
    <span className="lv-badge" data-liveness={liveness} role="status">
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
