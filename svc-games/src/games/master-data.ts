import { gameCodes } from '@cascade/contracts/games'

/** Seconds between draws that exist from the start. */
export const seededTimes = [60, 120, 180] as const

type SeededGame = {
  gameId: string
  gameName: string
  nodigit: number
  timecount: (typeof seededTimes)[number]
  description: string
}

/** The games of the master data. Names are spelled as the screens show them. */
export const seededGames: readonly SeededGame[] = [
  game(gameCodes.funTarget, 'Fun Target', 10, 60, 'One digit from 0 to 9'),
  game(gameCodes.funRoullet, 'Fun Roullet', 38, 60, 'Wheel with 0, 00 and 1 to 36'),
  game(gameCodes.tripleFun, 'Triple Fun', 1000, 120, 'Three digits; single, double and triple bets'),
  game(gameCodes.andharBahar, 'Andhar Bahar', 13, 120, 'One card with its suit and its side'),
  game(gameCodes.titliSorrat, 'Titli Sorrat', 12, 60, 'One of twelve pictures'),
  game(gameCodes.bingo, 'Bingo', 25, 60, 'One of twenty-five cells'),
  game(gameCodes.funTimer, 'Fun Timer', 10, 60, 'One digit from 0 to 9'),
  game(gameCodes.lucky12, 'Lucky 12', 12, 180, 'King, queen and jack of four suits'),
  game(gameCodes.lucky16, 'Lucky 16', 16, 180, 'Ace, king, queen and jack of four suits'),
  game(gameCodes.tripleChance, 'Triple Chance', 1000, 120, 'Three digits in ten groups of a hundred'),
  game(gameCodes.roulette, 'Roulette', 37, 60, 'Wheel with 0 and 1 to 36'),
  game(gameCodes.dusKaDum, 'DusKaDum', 10, 180, 'One number from 1 to 10'),
  game(gameCodes.lucky10, 'Lucky 10', 10, 60, 'One number from 1 to 10'),
]

function game(
  gameId: string,
  gameName: string,
  nodigit: number,
  timecount: SeededGame['timecount'],
  description: string,
): SeededGame {
  return { gameId, gameName, nodigit, timecount, description }
}
