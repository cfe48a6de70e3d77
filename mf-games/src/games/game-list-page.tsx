import { type Game, type GameStatus, gamesApi, gameTexts } from '@cascade/contracts/games'
import {
  ActivateIcon,
  AddIcon,
  Button,
  DeactivateIcon,
  DeleteIcon,
  EditIcon,
  PageHeader,
  StatusBadge,
  type Tone,
} from '@cascade/ui-kit'
import { type Column, DataTable, type ExportColumn, RowActions, SettingsIcon } from '@cascade/ui-kit/data'
import { useAddress, useCallFilter, useListState } from '@cascade/web-kit'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../paths'
import { GameName } from '../shared/game-name'
import { texts } from '../texts'
import { gamesSource, toggleActionOf } from './calls'
import { type GameCommands, useGameCommands } from './game-commands'

export default function GameListPage() {
  const text = texts.useText()
  const list = useListState()
  const address = useAddress()
  const navigate = useNavigate()
  const commands = useGameCommands()
  const mayCall = useCallFilter()
  const mayAdd = mayCall(gamesApi.create)
  const actionsOf = (game: Game) => <GameRowActions game={game} commands={commands} />
  const renderAddButton = (label: string) => (
    <Button type="primary" icon={<AddIcon />} onClick={() => void navigate(address(paths.createGame))}>
      {label}
    </Button>
  )
  return (
    <>
      <PageHeader title={text('gameMaster')} actions={mayAdd && renderAddButton(text('addGame'))} />
      {commands.notice}
      <DataTable
        id="games.game"
        columns={gameColumns(mayCall(gamesApi.update) ? actionsOf : undefined)}
        rowKey={game => game._id}
        source={gamesSource()}
        list={list}
        search={text('searchGames')}
        exportAs={gamesFile}
        empty={gameTexts.none}
        emptyAction={mayAdd && renderAddButton(text('firstGame'))}
      />
    </>
  )
}

const { text } = texts

const tones: Readonly<Record<GameStatus, Tone>> = { active: 'success', inactive: 'danger', 'coming-soon': 'warning' }

const timesOf = (game: Game) => game.timeId.map(time => text('seconds', { seconds: time.timecount })).join(', ')

/** Columns of Game Master. @param actions renders the actions cell; without it the column is left out */
export const gameColumns = (actions?: (game: Game) => ReactNode): readonly Column<Game>[] => [
  { key: 'gameId', title: text('gameId'), value: game => game.gameId, sortable: true, pinned: 'left' },
  {
    key: 'gameName',
    title: text('gameName'),
    value: game => game.gameName,
    render: game => <GameName {...game} />,
    sortable: true,
  },
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
  ...(actions
    ? [{ key: 'actions', title: text('actions'), render: actions, pinned: 'right', hideable: false } as const]
    : []),
]

export const gameExportColumns: readonly ExportColumn<Game>[] = [
  { title: text('gameId'), value: game => game.gameId, width: 20 },
  { title: text('gameName'), value: game => game.gameName, width: 20 },
  { title: text('numberOfDigits'), value: game => game.nodigit, kind: 'count', width: 20 },
  { title: text('status'), value: game => game.status, width: 20 },
  { title: text('publisher'), value: game => game.publisher, width: 20 },
  { title: text('releaseDate'), value: game => game.releaseDate, width: 25 },
]

const gamesFile = { file: 'GamesList.xlsx', sheet: 'Games', columns: gameExportColumns }

type Props = { game: Game; commands: GameCommands }

export function GameRowActions({ game, commands }: Props) {
  const text = texts.useText()
  const address = useAddress()
  const place = { id: game._id }
  const toggle = toggleActionOf(game)
  return (
    <RowActions
      of={game.gameName}
      actions={[
        {
          key: 'edit',
          label: text('edit'),
          icon: <EditIcon />,
          to: address(paths.editGame, place),
          call: gamesApi.update,
        },
        {
          key: 'description',
          label: text('howItIsPlayed'),
          icon: <SettingsIcon />,
          to: address(paths.describeGame, place),
          call: gamesApi.changeDescription,
        },
        {
          key: 'toggle',
          label: text(toggle),
          icon: toggle === 'deactivate' ? <DeactivateIcon /> : <ActivateIcon />,
          onClick: () => commands.toggle(game),
          call: gamesApi.setStatus,
        },
        {
          key: 'delete',
          label: text('delete'),
          icon: <DeleteIcon />,
          danger: true,
          onClick: () => commands.remove(game),
          call: gamesApi.remove,
        },
      ]}
    />
  )
}
