import './tile.css'
import { formatPoints } from '@cascade/contracts'
import type { BoardGame } from '@cascade/contracts/live'
import { GamePicture } from '@cascade/game-pictures'
import { formatCount, StatusBadge } from '@cascade/ui-kit'
import { useAddress } from '@cascade/web-kit'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import { clockText } from '../game/countdown-clock'
import { paths } from '../paths'
import { Bar } from '../shared/bar'
import { texts } from '../texts'

const pictureSize = 36
/** Time left at which the clock is highlighted. */
const soonSeconds = 10

type Props = {
  game: BoardGame
  /** Set when the board has games of several admins. */
  showsAdmin: boolean
  seconds: number
  isLocked: boolean
  /** Age of stale figures; undefined while they are current. */
  age: string | undefined
  /** Worst-case payout relative to the highest on the board, 0 to 1. */
  share: number
  onFocus: (game: BoardGame) => void
}

/** One game of the board: open stake, worst-case payouts and next result. Links to the game's own screen. */
export const Tile = memo(function Tile({ game, showsAdmin, seconds, isLocked, age, share, onFocus }: Props) {
  const text = texts.useText()
  const address = useAddress()
  const { adminId, gameId, username, gameName, stake, worst, worstBoosted, stops, pending, drawId } = game
  const isStopped = stops.game || stops.admin || stops.everywhere
  return (
    <li className="live-tile" data-stale={age !== undefined || undefined} data-stopped={isStopped || undefined}>
      <Link to={address(paths.live, { first: gameId, second: adminId, username })} onFocus={() => onFocus(game)}>
        <span className="live-tile-head">
          <GamePicture gameId={gameId} size={pictureSize} />
          <span className="live-tile-name">
            <b>
              <bdi>{gameName}</bdi>
            </b>
            {showsAdmin && <small>{username}</small>}
          </span>
          <span className="live-tile-clock" translate="no" data-soon={isLocked || seconds <= soonSeconds || undefined}>
            {clockText(seconds)}
          </span>
        </span>
        <span className="live-tile-figures">
          <Figure title={text('boardStake')} value={stake} />
          <Figure title={text('worstAt', { booster: 1 })} value={worst} />
          <Figure title={text('worstAt', { booster: 2 })} value={worstBoosted} isMain />
        </span>
        <Bar share={share} />
        <span className="live-tile-policy">
          <small>{text('policy')}</small> <PolicyText preview={game.preview} />
        </span>
        <span className="live-tile-marks">
          <StatusBadge tone={age === undefined ? 'success' : 'danger'}>
            {age === undefined ? text('feedLive') : text('feedStale', { age })}
          </StatusBadge>
          {isLocked && <StatusBadge>{text('betsClosed')}</StatusBadge>}
          {isStopped && <StatusBadge tone="danger">{text('bettingStopped')}</StatusBadge>}
          {pending && (
            <StatusBadge tone="warning">
              {text(pending.drawId === drawId ? 'tileSaved' : 'tileSavedNext', {
                label: pending.label,
                booster: pending.booster,
                cost: formatPoints(pending.cost),
              })}
            </StatusBadge>
          )}
        </span>
      </Link>
    </li>
  )
})

function Figure({ title, value, isMain }: { title: string; value: number; isMain?: boolean }) {
  return (
    <span className="live-tile-figure" data-main={isMain || undefined}>
      <small>{title}</small> <b translate="no">{formatPoints(value)}</b>
    </span>
  )
}

/** The result that the policy would draw, as one line. */
function PolicyText({ preview }: Pick<BoardGame, 'preview'>) {
  const text = texts.useText()
  const { policy, fits, candidates, labels, most } = preview
  const values = { count: formatCount(candidates), most: formatPoints(most), labels: labels.join(', ') }
  if (policy === 'budgeted' && !fits) return text(labels.length > 0 ? 'tileCheapest' : 'tileCheapestOf', values)
  return text(labels.length > 0 ? 'tilePicks' : 'tilePicksOf', values)
}
