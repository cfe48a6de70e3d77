import './inspector.css'
import { formatPoints } from '@cascade/contracts'
import type { LiveGame } from '@cascade/contracts/live'
import { texts } from '../../../texts'
import { balanceAfter, dimensionsOf, type LiveDimension } from './choice'

export type Pointed = { dimension: LiveDimension['key']; drawno: string }

/** The option that is pointed at, in full: small cells have no room for it. */
export function Inspector({ live, pointed }: { live: LiveGame; pointed: Pointed | undefined }) {
  const text = texts.useText()
  const options = dimensionsOf(live).find(({ key }) => key === pointed?.dimension)?.options
  const option = options?.find(({ drawno }) => drawno === pointed?.drawno)
  if (!option) return <p className="live-inspector">{text('pointHint')}</p>
  const { label, sum, liability, liabilityBoosted } = option
  const facts = [
    [text('staked'), formatPoints(sum)],
    [text('paysAt', { booster: 1 }), formatPoints(liability)],
    [text('paysAt', { booster: 2 }), formatPoints(liabilityBoosted)],
    [text('balanceAfter'), formatPoints(balanceAfter(live, liability))],
  ] as const
  return (
    <p className="live-inspector">
      <b>{label}</b>
      {facts.map(([title, value]) => (
        <span key={title}>
          {title} <strong>{value}</strong>
        </span>
      ))}
    </p>
  )
}
