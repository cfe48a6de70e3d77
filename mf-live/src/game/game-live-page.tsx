import { useParams } from 'react-router-dom'
import { LiveScreen } from './live-screen'
import { pairOf } from './snapshot'

export default function GameLivePage() {
  const { first = '', second = '', username = '' } = useParams()
  return <LiveScreen pair={pairOf(first, second)} username={username} />
}
