import type { GameDescription } from '@cascade/contracts/games'
import { masterDescription, plainGame } from '@cascade/draw-rules/master'
import type { GameRow } from '../game'

/**
 * How a game is played before anybody has said so: as the master data has it, else a plain grid of its digits with the
 * pictures that were uploaded for them.
 * @param timecount seconds between draws
 */
export function firstDescription(
  game: Pick<GameRow, 'gameId' | 'nodigit' | 'images'>,
  timecount: number,
): GameDescription {
  const master = masterDescription(game.gameId)
  if (master) return master
  const plain = plainGame(game.nodigit, timecount)
  if (game.images.length === 0) return plain
  const options = game.images.map((image, index) => ({ drawno: `${index + 1}`, label: `${index + 1}`, image }))
  return {
    ...plain,
    layout: { ...plain.layout, kind: 'pictures' },
    dimensions: [{ key: 'result', label: 'Result', options }],
  }
}
