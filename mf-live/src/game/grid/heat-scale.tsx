import './heat-scale.css'
import { formatPoints } from '@cascade/contracts'
import type { LiveGame } from '@cascade/contracts/live'
import { formatCount } from '@cascade/ui-kit'
import type { CSSProperties } from 'react'
import { texts } from '../../texts'

/** Number of heat colours. */
export const heatSteps = 6
const steps = Array.from({ length: heatSteps }, (_, index) => index + 1)

type Props = { live: Pick<LiveGame, 'preview' | 'data'>; largest: number; booster: 1 | 2 }

/** Legend of the heat colours from 0 to the largest liability, with the budget as a mark. */
export function HeatScale({ live: { preview, data }, largest, booster }: Props) {
  const text = texts.useText()
  const budget = preview?.policy === 'budgeted' ? preview.budget : undefined
  const within = preview?.drawnos?.length ?? data.length
  // Same square root as `heatOf`, so that the mark matches the colours of the cells.
  const share = budget === undefined || largest === 0 ? 1 : Math.min(1, Math.sqrt(budget / largest))
  return (
    <div className="live-scale">
      <span className="live-scale-note">{text('scaleNote', { booster })}</span>
      <span className="live-scale-line">
        0
        <span className="live-scale-bar" style={{ '--share': share } as CSSProperties} aria-hidden="true">
          {steps.map(step => (
            <i key={step} data-heat={step} />
          ))}
          {budget !== undefined && largest > 0 && <b />}
        </span>
        {formatPoints(largest)}
      </span>
      {budget !== undefined && (
        <span className="live-scale-budget">
          {text('scaleBudget', { budget: formatPoints(budget) })}{' '}
          <span>{text('scaleWithin', { count: formatCount(within), total: formatCount(data.length) })}</span>
        </span>
      )}
    </div>
  )
}
