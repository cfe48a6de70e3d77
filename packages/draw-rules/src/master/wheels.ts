import type { GameOption } from '@cascade/contracts/games'
import { describeGame, resultBet, resultDimension, straight } from './standard'

const redNumbers: ReadonlySet<number> = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36])

const pocket = (number: number): GameOption => {
  const color = number === 0 ? 'green' : redNumbers.has(number) ? 'red' : 'black'
  return { drawno: String(number), label: String(number), color }
}
const pockets = Array.from({ length: 37 }, (_, number) => pocket(number))

const wheel = (options: readonly GameOption[]) =>
  describeGame({
    layout: { kind: 'wheel', columns: 10, groups: [] },
    dimensions: resultDimension([...options]),
    bets: [
      straight(3600),
      resultBet('split', 'Split', 1800, 'split'),
      resultBet('street', 'Street', 1200, 'street'),
      resultBet('corner', 'Corner', 900, 'corner'),
      resultBet('line', 'Line', 600, 'line'),
      resultBet('dozen', 'Dozen', 300, 'dozen'),
      resultBet('column', 'Column', 300, 'column'),
      resultBet('color', 'Red or black', 200, 'red-black'),
      resultBet('parity', 'Odd or even', 200, 'odd-even'),
      resultBet('half', 'Low or high', 200, 'low-high'),
    ],
    intervalSeconds: 60,
  })

export const europeanWheel = wheel(pockets)
/** With double zero, the last option. */
export const americanWheel = wheel([...pockets, { drawno: '00', label: '00', color: 'green' }])
