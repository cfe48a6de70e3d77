import type { CoverRule } from './cover'
import { targetsByName } from './cover'

/** Bets on the last `count` digits of a number, all of them when it is left out; separators are not digits. */
export function lastDigits(count?: number): CoverRule {
  return ({ options }) => {
    const numbers = options.map(({ drawno }) => drawno.replaceAll('-', ''))
    const width = numbers[0]?.length ?? 0
    if (numbers.some(number => number.length !== width || !/^\d+$/.test(number))) {
      throw new RangeError('needs numbers of as many digits each')
    }
    const wanted = count ?? width
    if (wanted > width) throw new RangeError(`needs numbers of at least ${wanted} digits`)
    return targetsByName(numbers.map(number => number.slice(width - wanted)))
  }
}
