import { type Game, gameTexts } from '@cascade/contracts/games'
import { AddIcon, Button, PageHeader } from '@cascade/ui-kit'
import { DataTable } from '@cascade/ui-kit/data'
import { useAddress, useCan, useListState } from '@cascade/web-kit'
import { useNavigate } from 'react-router-dom'
import { gamesSource } from '../features/games/api/games-source'
import { gameColumns, gameExportColumns } from '../features/games/components/game-columns'
import { GameRowActions } from '../features/games/components/game-row-actions'
import { useGameCommands } from '../features/games/use-game-commands'
import { paths } from '../paths'
import { texts } from '../texts'

const gamesFile = { file: 'GamesList.xlsx', sheet: 'Games', columns: gameExportColumns }

export default function GameListPage() {
  const text = texts.useText()
  const list = useListState()
  const address = useAddress()
  const navigate = useNavigate()
  const commands = useGameCommands()
  const mayWrite = useCan('games.write')
  const actionsOf = (game: Game) => <GameRowActions game={game} commands={commands} />
  const add = (
    <Button type="primary" icon={<AddIcon />} onClick={() => void navigate(address(paths.createGame))}>
      {text('addGame')}
    </Button>
  )
  return (
    <>
      <PageHeader title={text('gameMaster')} actions={mayWrite && add} />
      {commands.notice}
      <DataTable
        id="games.game"
        columns={gameColumns(mayWrite ? actionsOf : undefined)}
        rowKey={game => game._id}
        source={gamesSource()}
        list={list}
        search={text('searchGames')}
        exportAs={gamesFile}
        empty={gameTexts.none}
      />
    </>
  )
}
