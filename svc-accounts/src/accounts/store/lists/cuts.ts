import type { Range } from '../../rules/prefix-ranges'

export type Direction = 1 | -1

/** A range cut at some keys: `between` answers the part from one cut to another, counted in the direction of reading. */
export type Cuts = { count: number; between: (from: number, to: number) => Range }

/** @param keys those that lie in the range, in rising order */
export function cutsOf(keys: readonly string[], range: Range, direction: Direction): Cuts {
  const count = keys.length + 1
  const { $lt, ...low } = range
  return {
    count,
    between(from, to) {
      const until = Math.min(to, count)
      const [first, last] = direction === 1 ? [from, until] : [count - until, count - from]
      return {
        ...(first === 0 ? low : { $gte: keys[first - 1] as string }),
        ...(last === count ? ($lt === undefined ? {} : { $lt }) : { $lt: keys[last - 1] as string }),
      }
    },
  }
}

/** What of a range stands behind a key, in the direction of reading. */
export const beyond = ({ $gt, $gte, $lt }: Range, key: string, direction: Direction): Range =>
  direction === 1
    ? { $gt: key, ...($lt === undefined ? {} : { $lt }) }
    : { ...($gt === undefined ? {} : { $gt }), ...($gte === undefined ? {} : { $gte }), $lt: key }
