import { gameTexts } from '@cascade/contracts/games'
import { Button, EmptyState, GameIcon, PageHeader, StateSwitch } from '@cascade/ui-kit'
import { useAddress } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { livePairsQuery } from '../features/choose-game/api/live-pairs-query'
import { GameChooser } from '../features/choose-game/components/game-chooser'
import { paths } from '../paths'
import { texts } from '../texts'

export default function GameListPage() {
  const text = texts.useText()
  const address = useAddress()
  const navigate = useNavigate()
  const query = useQuery(livePairsQuery())
  const wall = (
    <Button icon={<GameIcon />} onClick={() => void navigate(address(paths.wall))}>
      {text('openWall')}
    </Button>
  )
  return (
    <>
      <PageHeader title={text('liveResult')} note={text('chooseNote')} actions={wall} />
      <StateSwitch query={query} isEmpty={pairs => pairs.length === 0} empty={<EmptyState title={gameTexts.none} />}>
        {pairs => <GameChooser pairs={pairs} />}
      </StateSwitch>
    </>
  )
}
