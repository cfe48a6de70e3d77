import { EmptyState, PageHeader, StateSwitch } from '@cascade/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { livePairsQuery } from '../features/choose-game/api/live-pairs'
import { GameChooser } from '../features/choose-game/components/game-chooser'
import { liveTexts } from '../texts'

export default function ChooseGamePage() {
  const text = liveTexts.useText()
  const query = useQuery(livePairsQuery)
  return (
    <>
      <PageHeader title={text('liveResult')} note={text('chooseNote')} />
      <StateSwitch query={query} isEmpty={pairs => pairs.length === 0} empty={<EmptyState title={text('noGames')} />}>
        {pairs => <GameChooser pairs={pairs} />}
      </StateSwitch>
    </>
  )
}
