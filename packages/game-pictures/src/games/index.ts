import { gameCodes } from '@cascade/contracts/games'
import type { ReactNode } from 'react'
import { funTarget, funTimer, tripleChance, tripleFun } from './digits'
import { andharBahar, bingo, lucky12, lucky16, titliSorrat } from './tables'
import { anyGame, dusKaDum, lucky10 } from './tens'
import { funRoullet, roulette } from './wheels'

export const drawings: Readonly<Record<string, ReactNode>> = {
  [gameCodes.funTarget]: funTarget,
  [gameCodes.funRoullet]: funRoullet,
  [gameCodes.tripleFun]: tripleFun,
  [gameCodes.andharBahar]: andharBahar,
  [gameCodes.titliSorrat]: titliSorrat,
  [gameCodes.bingo]: bingo,
  [gameCodes.funTimer]: funTimer,
  [gameCodes.lucky12]: lucky12,
  [gameCodes.lucky16]: lucky16,
  [gameCodes.tripleChance]: tripleChance,
  [gameCodes.roulette]: roulette,
  [gameCodes.dusKaDum]: dusKaDum,
  [gameCodes.lucky10]: lucky10,
  /** All other games. */
  any: anyGame,
}
