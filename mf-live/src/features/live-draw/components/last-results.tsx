import './last-results.css'
import type { LiveGame } from '@cascade/contracts/live'
import { texts } from '../../../texts'

/** The last results, newest first, with the multiplier of their draw. */
export function LastResults({ live }: { live: Pick<LiveGame, 'data' | 'lastData'> }) {
  const text = texts.useText()
  const results = live.lastData.data
  const optionOf = (drawno: string) => live.data.find(option => option.drawno === drawno)
  return (
    <div className="live-results">
      <span className="live-stage-title">{text('lastResults')}</span>
      {results.length === 0 && <p>{text('noResults')}</p>}
      <ol>
        {results.map(({ drawno, booster }, index) => (
          // Equal results may follow each other, and a result is known by its place alone.
          // biome-ignore lint/suspicious/noArrayIndexKey: the strip is replaced as a whole with each draw
          <li key={index} data-color={optionOf(drawno)?.color} aria-label={text('draw', { drawno })}>
            <b>{optionOf(drawno)?.label ?? drawno}</b>
            <small data-boosted={booster > 1 || undefined}>{booster}Xs</small>
          </li>
        ))}
      </ol>
    </div>
  )
}
