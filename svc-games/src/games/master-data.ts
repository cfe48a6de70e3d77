import { gameCodes } from '@cascade/contracts/games'
import { compileGame } from '@cascade/draw-rules'
import { masterGames } from '@cascade/draw-rules/master'

type SeededGame = {
  gameId: string
  gameName: string
  nodigit: number
  /** Seconds between draws. */
  timecount: number
  description: string
}

const sentences: Readonly<Record<string, string>> = {
  [gameCodes.funTarget]: 'One digit from 0 to 9',
  [gameCodes.funRoullet]: 'Wheel with 0, 00 and 1 to 36',
  [gameCodes.tripleFun]: 'Three digits; single, double and triple bets',
  [gameCodes.andharBahar]: 'One card with its suit and its side',
  [gameCodes.titliSorrat]: 'One of twelve pictures',
  [gameCodes.bingo]: 'One of twenty-five cells',
  [gameCodes.funTimer]: 'One digit from 0 to 9',
  [gameCodes.lucky12]: 'King, queen and jack of four suits',
  [gameCodes.lucky16]: 'Ace, king, queen and jack of four suits',
  [gameCodes.tripleChance]: 'Three digits in ten groups of a hundred',
  [gameCodes.roulette]: 'Wheel with 0 and 1 to 36',
  [gameCodes.dusKaDum]: 'One number from 1 to 10',
  [gameCodes.lucky10]: 'One number from 1 to 10',
}

/** The games of the master data: how each is played is said in `@cascade/draw-rules`, here only what the list shows. */
export const seededGames: readonly SeededGame[] = masterGames.map(({ gameId, gameName, description }) => ({
  gameId,
  gameName,
  nodigit: compileGame(description).dimensions[0]?.options.length ?? 0,
  timecount: description.draw.intervalSeconds,
  description: sentences[gameId] ?? gameName,
}))

/** Seconds between draws that exist from the start. */
export const seededTimes: readonly number[] = [...new Set(seededGames.map(game => game.timecount))].sort(
  (a, b) => a - b,
)
