import { useParams } from 'react-router-dom'
import { LiveScreen } from '../features/live-draw/components/live-screen'
import { pairOf } from '../features/live-draw/pair'

export default function GameLivePage() {
  const { first = '', second = '', username = '' } = useParams()
  return <LiveScreen pair={pairOf(first, second)} username={username} />
}
