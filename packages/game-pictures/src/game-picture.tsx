import { Picture, type PictureProps } from './picture'
import { useDrawings } from './use-drawings'

/** The picture of a game by its code; a game without one of its own has that of all others. */
export function GamePicture({ gameId, ...frame }: PictureProps & { gameId: string }) {
  const drawings = useDrawings('games')
  return <Picture {...frame}>{drawings?.[Object.hasOwn(drawings, gameId) ? gameId : 'any']}</Picture>
}
