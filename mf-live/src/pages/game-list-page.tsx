import { gameTexts } from '@cascade/contracts/games'
import { EmptyState, PageHeader, StateSwitch } from '@cascade/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { livePairsQuery } from '../features/choose-game/api/live-pairs-query'
import { GameChooser } from '../features/choose-game/components/game-chooser'
import { texts } from '../texts'

export default function GameListPage() {
  const text = texts.useText()
  const query = useQuery(livePairsQuery())
  return (
    <>
      <PageHeader title={text('liveResult')} note={text('chooseNote')} />
      <StateSwitch query={query} isEmpty={pairs => pairs.length === 0} empty={<EmptyState title={gameTexts.none} />}>
        {pairs => <GameChooser pairs={pairs} />}
      </StateSwitch>
    </>
  )
}
