import { formatPoints } from '@cascade/contracts'
import type { LiveGame } from '@cascade/contracts/live'
import { formatCount } from '@cascade/ui-kit'
import { texts } from '../../../texts'

/** Options that are named one by one; more are only counted. */
const mostNamed = 12

/** What the draw policy would do with the stakes as they are, if nobody chooses. */
export function PolicyPanel({ live }: { live: LiveGame }) {
  const text = texts.useText()
  const { preview, data } = live
  if (!preview) return null
  const { policy, winpercentage, budget, candidates, fits, least, most, mean, drawnos } = preview
  const count = formatCount(candidates)
  const sentence = () => {
    if (policy === 'random') return text('policyRandom', { count })
    if (!fits) return text('policyNothingFits', { budget: formatPoints(budget) })
    return text('policyBudgeted', { count, budget: formatPoints(budget), kept: winpercentage })
  }
  const named = drawnos && drawnos.length <= mostNamed ? drawnos : []
  const labels = named.flatMap(drawno => data.find(option => option.drawno === drawno)?.label ?? [])
  return (
    <section className="live-panel live-policy" aria-label={text('ifNobody')}>
      <h2>{text('ifNobody')}</h2>
      <p>{sentence()}</p>
      {labels.length > 0 && <p className="live-policy-picks">{labels.join('  ')}</p>}
      <dl className="live-figures live-figures-three">
        {(
          [
            ['costLeast', least],
            ['costMean', mean],
            ['costMost', most],
          ] as const
        ).map(([title, value]) => (
          <div key={title}>
            <dt>{text(title)}</dt>
            <dd>{formatPoints(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
