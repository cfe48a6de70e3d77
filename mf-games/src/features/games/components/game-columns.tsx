import type { Game, GameStatus } from '@cascade/contracts/games'
import { StatusBadge, type Tone } from '@cascade/ui-kit'
import type { Column, ExportColumn } from '@cascade/ui-kit/data'
import { texts } from '../../../texts'

const { text } = texts

const tones: Readonly<Record<GameStatus, Tone>> = { active: 'success', inactive: 'danger', 'coming-soon': 'warning' }

const timesOf = (game: Game) => game.timeId.map(time => text('seconds', { seconds: time.timecount })).join(', ')

export const gameColumns: readonly Column<Game>[] = [
  { key: 'gameId', title: text('gameId'), value: game => game.gameId, sortable: true, pinned: 'left' },
  { key: 'gameName', title: text('gameName'), value: game => game.gameName, sortable: true },
  { key: 'nodigit', title: text('digits'), value: game => game.nodigit, kind: 'count', sortable: true },
  { key: 'timeId', title: text('time'), value: timesOf, align: 'right', sortable: true },
  {
    key: 'status',
    title: text('status'),
    value: game => game.status,
    render: ({ status }) => <StatusBadge tone={tones[status]}>{status}</StatusBadge>,
    sortable: true,
  },
  { key: 'publisher', title: text('publisher'), value: game => game.publisher, sortable: true },
  { key: 'releaseDate', title: text('releaseDate'), value: game => game.releaseDate, sortable: true },
]

/** GamesList.xlsx. */
export const gameExportColumns: readonly ExportColumn<Game>[] = [
  { title: text('gameId'), value: game => game.gameId, width: 20 },
  { title: text('gameName'), value: game => game.gameName, width: 20 },
  { title: text('numberOfDigits'), value: game => game.nodigit, kind: 'count', width: 20 },
  { title: text('status'), value: game => game.status, width: 20 },
  { title: text('publisher'), value: game => game.publisher, width: 20 },
  { title: text('releaseDate'), value: game => game.releaseDate, width: 25 },
]
