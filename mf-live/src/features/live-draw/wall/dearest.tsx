import { formatPoints } from '@cascade/contracts'
import type { LiveGame } from '@cascade/contracts/live'
import { Bar } from '../../../shared/bar'
import { texts } from '../../../texts'

const shown = 4

/** The options that would cost the most, the dearest first. */
export function Dearest({ live: { data } }: { live: LiveGame }) {
  const text = texts.useText()
  const dearest = data
    .filter(({ liability }) => liability > 0)
    .sort((a, b) => b.liability - a.liability)
    .slice(0, shown)
  const most = dearest[0]?.liability ?? 1
  if (dearest.length === 0) return <p className="live-tile-none">{text('nothingStaked')}</p>
  return (
    <ol className="live-dearest" aria-label={text('dearest')}>
      {dearest.map(({ drawno, label, liability }) => (
        <li key={drawno}>
          <b>{label}</b>
          <Bar share={liability / most} />
          <span>{formatPoints(liability)}</span>
        </li>
      ))}
    </ol>
  )
}
