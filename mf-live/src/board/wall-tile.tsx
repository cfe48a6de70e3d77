import { formatPoints } from '@cascade/contracts'
import type { LiveGame } from '@cascade/contracts/live'
import { GamePicture } from '@cascade/game-pictures'
import { Button, DeleteIcon, SystemIcon } from '@cascade/ui-kit'
import { useSortableItem } from '@cascade/ui-kit/sort'
import { useAddress } from '@cascade/web-kit'
import { Link } from 'react-router-dom'
import { choiceText } from '../game/control/choice'
import { clockText, useCountdown, useIsLocked } from '../game/countdown-clock'
import type { FeedPhase } from '../game/feed/liveness'
import { useLiveness } from '../game/feed/liveness'
import { useLiveGame } from '../game/feed/use-live-game'
import { LastResults } from '../game/last-results'
import { LiveBadge } from '../game/live-badge'
import type { Snapshot } from '../game/snapshot'
import { paths } from '../paths'
import { Bar } from '../shared/bar'
import type { Tile } from '../shared/live-settings'
import { texts } from '../texts'

type Props = { id: string; tile: Tile; onRemove: () => void }

const pictureSize = 40

/** One game of the wall: its clock, what is staked, what is dear, and what was drawn. */
export function WallTile({ id, tile, onRemove }: Props) {
  const text = texts.useText()
  const address = useAddress()
  const { adminId, gameId, username, gameName } = tile
  const { ref, style, handle, isMoving } = useSortableItem(id)
  const { query, phase, onZero, isGone } = useLiveGame({ adminId, gameId })
  const snapshot = query.data
  return (
    <li ref={ref} className="live-tile" data-dragging={isMoving || undefined} style={style}>
      <header>
        <GamePicture gameId={gameId} size={pictureSize} />
        <Link className="live-tile-name" to={address(paths.live, { first: gameId, second: adminId, username })}>
          <b>{gameName}</b>
          <small>{username}</small>
        </Link>
        <Button type="text" className="live-tile-handle" {...handle} aria-label={text('moveTile', { name: gameName })}>
          ⠿
        </Button>
        <Button
          type="text"
          icon={<DeleteIcon />}
          aria-label={text('removeTile', { name: gameName })}
          onClick={onRemove}
        />
      </header>
      {snapshot && !isGone && <TileBody snapshot={snapshot} phase={phase} onZero={onZero} />}
      {isGone && <p>{text(phase === 'removed' ? 'gameRemoved' : 'tileGone')}</p>}
    </li>
  )
}

type BodyProps = { snapshot: Snapshot; phase: FeedPhase; onZero: (asked: number) => void }

function TileBody({ snapshot, phase, onZero }: BodyProps) {
  const text = texts.useText()
  const { live, drawAtHere } = snapshot
  const { seconds } = useCountdown(drawAtHere, onZero)
  const isLocked = useIsLocked(snapshot)
  const trust = useLiveness(snapshot, phase)
  const { pending, stops, drawId } = live
  const isStopped = stops.game || stops.admin || stops.everywhere
  return (
    <>
      <div
        className="live-tile-figures"
        data-locked={isLocked || undefined}
        data-stale={trust.liveness === 'stale' || undefined}
      >
        <span className="live-tile-top">
          <span className="live-tile-clock" role="timer" aria-label={text('timer')}>
            {clockText(seconds)}
          </span>
          <LiveBadge {...trust} />
        </span>
        <span>
          <small>{text('totalDraw')}</small>
          <b>{formatPoints(live.collections.totalDraw)}</b>
        </span>
        <span>
          <small>{text('gameBalance')}</small>
          <b>{formatPoints(live.percentageData[0]?.gameBalance ?? 0)}</b>
        </span>
      </div>
      {isStopped && (
        <p className="live-tile-mark" data-kind="stopped">
          {text('bettingStopped')}
        </p>
      )}
      {pending && (
        <p className="live-tile-mark" data-kind="pending">
          <SystemIcon /> <b>{choiceText(live, pending.picks) || pending.result}</b>{' '}
          {text(pending.drawId === drawId ? 'pendingHere' : 'pendingNext', { booster: pending.booster })}
        </p>
      )}
      <Dearest live={live} />
      <LastResults live={live} />
    </>
  )
}

const shown = 4

/** The options that would cost the most, the dearest first. */
function Dearest({ live: { data } }: { live: LiveGame }) {
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
