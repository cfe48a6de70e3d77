import './live.css'
import { texts } from '../texts'
import { ageText } from './feed/liveness'

export function StaleBar({ ageMs }: { ageMs: number }) {
  const text = texts.useText()
  return (
    <div className="live-stale" role="alert">
      <b>{text('feedLost', { age: ageText(ageMs) })}</b> <span>{text('feedLostNote')}</span>
    </div>
  )
}
