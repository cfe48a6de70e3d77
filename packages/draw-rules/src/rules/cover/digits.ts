import type { CoverRule } from './cover'
import { targetsByName } from './cover'

/** Bets on the last `count` digits of a number, default all; separators do not count. */
export function lastDigits(count?: number): CoverRule {
  return ({ options }) => {
    const numbers = options.map(({ drawno }) => drawno.replaceAll('-', ''))
    const width = numbers[0]?.length ?? 0
    if (numbers.some(number => number.length !== width || !/^\d+$/.test(number))) {
      throw new RangeError('needs numbers of as many digits each')
    }
    const used = count ?? width
    if (used > width) throw new RangeError(`needs numbers of at least ${used} digits`)
    return targetsByName(numbers.map(number => number.slice(width - used)))
  }
}
