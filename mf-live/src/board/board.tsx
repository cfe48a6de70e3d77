import './board.css'
import { gameTexts } from '@cascade/contracts/games'
import type { Board, BoardGame } from '@cascade/contracts/live'
import { Button, EmptyState, formatCount, PageHeader, StateSwitch, useNotice } from '@cascade/ui-kit'
import { localNow } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent as KeyPress, type ReactNode, useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { secondsLeft } from '../game/countdown-clock'
import { ageText, freshForMs, livenessOf } from '../game/feed/liveness'
import { deadlineHere } from '../game/snapshot'
import { StaleBar } from '../game/stale-bar'
import { KeysSwitch } from '../game/typed-choice'
import { texts } from '../texts'
import {
  AdminFilter,
  BoardSums,
  EverythingBanner,
  EverythingButton,
  everythingKey,
  useStopEverything,
} from './board-head'
import { boardQuery } from './calls'
import { idOf, useOrder } from './order'
import { Tile } from './tile'
import { TileControls } from './tile-controls'
import { useKeys } from './use-keys'

type Props = {
  title: string
  /** Header buttons, e.g. the way to the wall and back. */
  actions: ReactNode
}
type ReceivedBoard = Board & { receivedAtHere: number }
type Filter = { adminId: string | undefined; choose: (adminId: string | undefined) => void }

/** The board of all games that the caller may control. */
export function GameBoard(props: Props) {
  const [search, setSearch] = useSearchParams()
  const adminId = search.get('admin') ?? undefined
  const query = useQuery(boardQuery(adminId))
  const choose = (next: string | undefined) => setSearch(next === undefined ? {} : { admin: next }, { replace: true })
  return (
    <StateSwitch query={query}>
      {board => <OpenBoard key={adminId} {...props} board={board} filter={{ adminId, choose }} />}
    </StateSwitch>
  )
}

const noticeMs = 5_000

function OpenBoard({ title, actions, board, filter }: Props & { board: ReceivedBoard; filter: Filter }) {
  const text = texts.useText()
  const notice = useNotice({ durationMs: noticeMs, place: 'over' })
  const now = useNow()
  const ageMs = now - board.receivedAtHere
  const isStale = ageMs > freshForMs(board.tickMs)
  const everything = useStopEverything(board.stopped, isStale, notice)
  const [isHovered, setIsHovered] = useState(false)
  const [selectedId, setSelectedId] = useState<string>()
  const select = useCallback((game: BoardGame) => setSelectedId(idOf(game)), [])
  const games = new Map(board.games.map(game => [idOf(game), game]))
  const selected = selectedId === undefined ? undefined : games.get(selectedId)
  const { order, moved, sort } = useOrder(board.games, isHovered || selected !== undefined)
  useKeys(event => {
    if (event.key === everythingKey) void everything.toggle()
    return event.key === everythingKey
  })
  const worstMax = Math.max(...board.games.map(({ worstBoosted }) => worstBoosted), 1)
  const showsAdmin = new Set(board.games.map(({ adminId }) => adminId)).size > 1
  return (
    <div className="live-board">
      <PageHeader
        title={title}
        actions={
          <>
            {moved > 0 && <Button onClick={sort}>{text('sortMoved', { count: formatCount(moved) })}</Button>}
            <AdminFilter adminId={filter.adminId} onChoose={filter.choose} />
            <KeysSwitch />
            {actions}
            <EverythingButton everything={everything} isStale={isStale} />
          </>
        }
      />
      {notice.element}
      <BoardSums sums={board.sums} isStale={isStale} />
      <EverythingBanner stopped={board.stopped} />
      {board.total > board.games.length && (
        <p className="live-board-note">
          {text('boardPart', { shown: formatCount(board.games.length), total: formatCount(board.total) })}
        </p>
      )}
      {board.games.length === 0 && <EmptyState title={gameTexts.none} />}
      <ul
        className="live-tiles"
        aria-label={text('allGames')}
        onPointerEnter={event => setIsHovered(event.pointerType === 'mouse')}
        onPointerLeave={() => setIsHovered(false)}
        onKeyDown={moveFocusByArrows}
      >
        {order.map(id => {
          const game = games.get(id)
          if (!game) return null
          return (
            <Tile
              key={id}
              game={game}
              showsAdmin={showsAdmin}
              share={game.worstBoosted / worstMax}
              onFocus={select}
              {...clockOf(game, board, now)}
            />
          )
        })}
      </ul>
      {selected && (
        <TileControls game={selected} isStale={isStale} notice={notice} onClose={() => setSelectedId(undefined)} />
      )}
      {isStale && <StaleBar ageMs={ageMs} />}
    </div>
  )
}

/** Draw countdown in this browser's time, and the age of the figures once they are stale. */
function clockOf(
  { drawAt, lockAt }: BoardGame,
  { now: serverNow, receivedAtHere, tickMs }: ReceivedBoard,
  now: number,
) {
  const drawAtHere = deadlineHere({ drawAt, now: serverNow }, receivedAtHere)
  const [ageMs, overdueMs] = [now - receivedAtHere, now - drawAtHere]
  const isStale = livenessOf({ phase: 'live', ageMs, overdueMs, tickMs }) === 'stale'
  return {
    seconds: secondsLeft(drawAtHere, now),
    isLocked: now >= deadlineHere({ drawAt: lockAt, now: serverNow }, receivedAtHere),
    age: isStale ? ageText(Math.max(ageMs, overdueMs)) : undefined,
  }
}

const clockIntervalMs = 250

/** One clock for all tiles. It keeps running without focus, because a wall display never has it. */
function useNow(): number {
  const [now, setNow] = useState(localNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(localNow()), clockIntervalMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

const directions: Readonly<Record<string, { rows: number; tiles: number }>> = {
  ArrowLeft: { rows: 0, tiles: -1 },
  ArrowRight: { rows: 0, tiles: 1 },
  ArrowUp: { rows: -1, tiles: 0 },
  ArrowDown: { rows: 1, tiles: 0 },
}

function moveFocusByArrows(event: KeyPress<HTMLUListElement>) {
  const direction = directions[event.key]
  if (!direction || event.ctrlKey || event.metaKey || event.altKey) return
  const links = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('a'))
  const at = links.indexOf(document.activeElement as HTMLElement)
  const columns = getComputedStyle(event.currentTarget).gridTemplateColumns.split(' ').length
  event.preventDefault()
  links[at + direction.rows * columns + direction.tiles]?.focus()
}
