import './live.css'
import { StatusBadge, type Tone } from '@cascade/ui-kit'
import { texts } from '../texts'
import { ageText, type Liveness, type Trust } from './feed/liveness'

const tones: Readonly<Record<Liveness, Tone>> = {
  connecting: 'neutral',
  live: 'success',
  reconnecting: 'warning',
  stale: 'danger',
}

/** Whether the totals on screen are those of now. */
export function LiveBadge({ liveness, ageMs }: Trust) {
  const text = texts.useText()
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
