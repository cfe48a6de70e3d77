import { numberRule, pocketRule } from './roulette-table'

/** Table layout: twelve rows of three, 1 2 3, 4 5 6 …; the zeros are above the first row, 0 next to 00. */
const rowStarts = Array.from({ length: 12 }, (_, row) => row * 3 + 1)
const numbers = Array.from({ length: 36 }, (_, index) => index + 1)
const hasRightNeighbour = (number: number) => number % 3 !== 0

/** Two adjacent numbers. */
export const split = pocketRule(hasDoubleZero => [
  ...(hasDoubleZero
    ? [
        [0, '00' as const],
        [0, 1],
        [0, 2],
        ['00' as const, 2],
        ['00' as const, 3],
      ]
    : [
        [0, 1],
        [0, 2],
        [0, 3],
      ]),
  ...numbers.filter(hasRightNeighbour).map(number => [number, number + 1]),
  ...numbers.filter(number => number <= 33).map(number => [number, number + 3]),
])

/** A row of three, or three adjacent numbers including a zero. */
export const street = pocketRule(hasDoubleZero => [
  ...(hasDoubleZero
    ? [
        [0, 1, 2],
        [0, '00' as const, 2],
        ['00' as const, 2, 3],
      ]
    : [
        [0, 1, 2],
        [0, 2, 3],
      ]),
  ...rowStarts.map(first => [first, first + 1, first + 2]),
])

/** Four numbers around a corner; on a single-zero wheel also the first four. */
export const corner = pocketRule(hasDoubleZero => [
  ...(hasDoubleZero ? [] : [[0, 1, 2, 3]]),
  ...numbers
    .filter(number => number <= 32 && hasRightNeighbour(number))
    .map(number => [number, number + 1, number + 3, number + 4]),
])

/** Two rows of three. */
export const line = pocketRule(() => rowStarts.slice(0, -1).map(first => [0, 1, 2, 3, 4, 5].map(step => first + step)))

/** 1: 1–12, 2: 13–24, 3: 25–36. */
export const dozen = numberRule(['1', '2', '3'], number => String(Math.ceil(number / 12)))
/** Named by its first number. */
export const column = numberRule(['1', '2', '3'], number => String(((number - 1) % 3) + 1))
export const oddEven = numberRule(['odd', 'even'], number => (number % 2 === 0 ? 'even' : 'odd'))
export const lowHigh = numberRule(['low', 'high'], number => (number <= 18 ? 'low' : 'high'))
