import { gameTexts } from '@cascade/contracts/games'
import { EmptyState, StateSwitch } from '@cascade/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { livePairsQuery } from './calls'
import { Wall } from './wall'

export default function GameWallPage() {
  const query = useQuery(livePairsQuery())
  return (
    <StateSwitch query={query} isEmpty={pairs => pairs.length === 0} empty={<EmptyState title={gameTexts.none} />}>
      {pairs => <Wall pairs={pairs} />}
    </StateSwitch>
  )
}
