import './figures.css'
import type { LiveGame } from '@cascade/contracts/live'
import { formatCount } from '@cascade/ui-kit'
import { useAddress } from '@cascade/web-kit'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../paths'
import { ResultGlyphs } from '../shared/result-glyphs'
import { texts } from '../texts'
import { resultParts } from './control/choice'

type Props = { live: LiveGame }

/** Rendered again only for new results or a new game version; a bet changes neither. */
const isSame = ({ live: a }: Props, { live: b }: Props) => a.lastData === b.lastData && a.gameVersion === b.gameVersion

/** The last results, newest first, with the booster of their draw. */
export const LastResults = memo(function LastResults({ live }: Props) {
  const text = texts.useText()
  const address = useAddress()
  const results = live.lastData.data
  const optionOf = (drawno: string) => live.data.find(option => option.drawno === drawno)
  return (
    <div className="live-results" translate="no">
      <span className="live-stage-title">{text('lastResults')}</span>
      {results.length === 0 && <p>{text('noResults')}</p>}
      <ol>
        {results.map(({ drawno, booster, drawId, number }) => (
          <li key={drawId} data-color={optionOf(drawno)?.color}>
            <Link to={address(paths.draw, { drawId })}>
              <span className="live-results-number">{number === undefined ? '' : formatCount(number)}</span>
              <b>
                <ResultGlyphs parts={resultParts(live, drawno)} size={24} />
              </b>{' '}
              <small data-boosted={booster > 1 || undefined}>{booster}Xs</small>
            </Link>
          </li>
        ))}
      </ol>
    </div>
  )
}, isSame)
