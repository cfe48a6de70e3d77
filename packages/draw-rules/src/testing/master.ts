import { gameCodes } from '@cascade/contracts/games'
import { masterDescription } from '../master'
import { compileGame } from '../rules/game/compile-game'
import { DescriptionError, type Game } from '../rules/game/game'

type Name = keyof typeof gameCodes

/** Short names of the thirteen games. */
export const gameNames = Object.keys(gameCodes) as Name[]

const compiled = new Map<Name, Game>()

/** A compiled predefined game. */
export function masterGame(name: Name): Game {
  const game = compiled.get(name) ?? compileGame(descriptionOf(name))
  compiled.set(name, game)
  return game
}

export function descriptionOf(name: Name) {
  const description = masterDescription(gameCodes[name])
  if (!description) throw new DescriptionError(name)
  return description
}
