import { compileGame, type Game } from '@cascade/draw-rules'
import { masterDescription, plainGame } from '@cascade/draw-rules/master'

/** One for each game of the master data and each number of digits that a plain grid may have. */
const compiled = new Map<string, Game>()

/** The options and bets of a game; one that was added later is a plain grid of its number of digits. */
export function rulesOf(gameId: string, nodigit: number): Game {
  const master = masterDescription(gameId)
  const key = master ? gameId : String(nodigit)
  const game = compiled.get(key) ?? compileGame(master ?? plainGame(nodigit))
  compiled.set(key, game)
  return game
}
