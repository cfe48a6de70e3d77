import './game-name.css'
import { GamePicture } from '@cascade/game-pictures'

export function GameName({ gameId, gameName }: { gameId: string; gameName: string }) {
  return (
    <span className="games-name">
      <GamePicture gameId={gameId} size={28} />
      <bdi>{gameName}</bdi>
    </span>
  )
}
