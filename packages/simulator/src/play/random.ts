import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Choices that follow from a seed: the same seed makes the same ones. */
export type Random = {
  /** A whole number from `least` to `most`. */
  between: (least: number, most: number) => number
  /** @throws RangeError for an empty list */
  pick: <T>(list: readonly T[]) => T
}

export function createRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed)
  const between = (least: number, most: number) => uniformInt(generator, least, most)
  return {
    between,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new RangeError('Nothing to choose from')
      return list[between(0, list.length - 1)] as T
    },
  }
}
