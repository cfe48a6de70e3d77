import { describeGame, resultBet, resultDimension } from './standard'

/** All three-digit numbers in ten groups of a hundred, with bets on the last digit, the last two and all three. */
const thousand = (separator: '' | '-') =>
  describeGame({
    layout: { kind: 'thousand', columns: 10, groups: Array<number>(10).fill(100) },
    dimensions: resultDimension({ first: 0, last: 999, width: 3, separator }),
    bets: [
      resultBet('single', 'Single', 900, 'last-digit'),
      resultBet('double', 'Double', 9000, 'last-two-digits'),
      resultBet('triple', 'Triple', 90_000, 'all-digits'),
    ],
    intervalSeconds: 120,
  })

/** Cells named `a-b-c`. */
export const tripleFun = thousand('-')
export const tripleChance = thousand('')
