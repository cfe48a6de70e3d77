import { gameCodes } from '@cascade/contracts/games'
import { useActor } from '@cascade/web-kit'
import { LiveScreen } from './live-screen'

/** The game of the signed-in admin. */
export default function FuntargetLivePage() {
  const { _id, username } = useActor()
  return <LiveScreen offering={{ adminId: _id, gameId: gameCodes.funTarget }} username={username} />
}
