import { useParams } from 'react-router-dom'
import { LiveScreen } from './live-screen'
import { parseOffering } from './snapshot'

export default function GameLivePage() {
  const { first = '', second = '', username = '' } = useParams()
  return <LiveScreen offering={parseOffering(first, second)} username={username} />
}
