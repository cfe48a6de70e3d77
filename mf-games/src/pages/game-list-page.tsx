import { gameTexts } from '@cascade/contracts/games'
import { PageHeader } from '@cascade/ui-kit'
import { DataTable } from '@cascade/ui-kit/data'
import { useListState } from '@cascade/web-kit'
import { gamesSource } from '../features/games/api/games-source'
import { gameColumns, gameExportColumns } from '../features/games/components/game-columns'
import { texts } from '../texts'

const gamesFile = { file: 'GamesList.xlsx', sheet: 'Games', columns: gameExportColumns }

export default function GameListPage() {
  const text = texts.useText()
  const list = useListState()
  return (
    <>
      <PageHeader title={text('gameMaster')} />
      <DataTable
        id="games.game"
        columns={gameColumns}
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
