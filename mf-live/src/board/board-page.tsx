import { Button, GameIcon } from '@cascade/ui-kit'
import { useAddress } from '@cascade/web-kit'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../paths'
import { texts } from '../texts'
import { GameBoard } from './board'

export default function BoardPage() {
  const text = texts.useText()
  const address = useAddress()
  const navigate = useNavigate()
  const { search } = useLocation()
  const wall = (
    <Button icon={<GameIcon />} onClick={() => void navigate({ pathname: address(paths.wall), search })}>
      {text('wall')}
    </Button>
  )
  return <GameBoard title={text('liveResult')} actions={wall} />
}
