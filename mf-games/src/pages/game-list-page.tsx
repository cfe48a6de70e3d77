import { gameTexts } from '@cascade/contracts/games'
import { PageHeader } from '@cascade/ui-kit'
import { DataTable } from '@cascade/ui-kit/data'
import { useListState } from '@cascade/web-kit'
import { gameList } from '../features/games/api/game-list'
import { gameColumns, gameExportColumns } from '../features/games/game-columns'
import { gamesRoomTexts } from '../texts'

const gamesFile = { file: 'GamesList.xlsx', sheet: 'Games', columns: gameExportColumns }

export default function GameListPage() {
  const text = gamesRoomTexts.useText()
  const list = useListState()
  return (
    <>
      <PageHeader title={text('gameMaster')} />
      <DataTable
        id="games.game"
        columns={gameColumns}
        rowKey={game => game._id}
        source={gameList}
        list={list}
        search={text('searchGames')}
        exportAs={gamesFile}
        empty={gameTexts.none}
      />
    </>
  )
}
