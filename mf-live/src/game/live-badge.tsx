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

const words = {
  connecting: 'feedConnecting',
  live: 'feedLive',
  reconnecting: 'feedReconnecting',
  stale: 'feedStale',
} as const

export function LiveBadge({ liveness, ageMs }: Trust) {
  const text = texts.useText()
  return (
    <span className="live-badge" data-liveness={liveness} role="status">
      <StatusBadge tone={tones[liveness]}>{text(words[liveness], { age: ageText(ageMs) })}</StatusBadge>
    </span>
  )
}
