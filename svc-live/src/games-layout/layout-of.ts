import { gameCodes } from '@cascade/contracts/games'
import { andharBahar, lucky12, lucky16 } from './cards'
import { digits, tripleChance, tripleFun } from './digits'
import { type GameLayout, grid, numbers } from './layout'
import { titliSorrat } from './pictures'
import { americanWheel, europeanWheel } from './wheels'

const layouts: Readonly<Record<string, GameLayout>> = {
  [gameCodes.funTarget]: digits,
  [gameCodes.funTimer]: digits,
  [gameCodes.funRoullet]: americanWheel,
  [gameCodes.roulette]: europeanWheel,
  [gameCodes.tripleFun]: tripleFun,
  [gameCodes.tripleChance]: tripleChance,
  [gameCodes.andharBahar]: andharBahar,
  [gameCodes.titliSorrat]: titliSorrat,
  [gameCodes.bingo]: grid(numbers(1, 25)),
  [gameCodes.lucky12]: lucky12,
  [gameCodes.lucky16]: lucky16,
  [gameCodes.dusKaDum]: grid(numbers(1, 10)),
  [gameCodes.lucky10]: grid(numbers(1, 10)),
}

/** The options of a game; a game that was added later is a plain grid of its number of digits. */
export function layoutOf(gameId: string, nodigit: number): GameLayout {
  return Object.hasOwn(layouts, gameId) ? (layouts[gameId] as GameLayout) : grid(numbers(1, nodigit))
}
