import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

export type Random = ReturnType<typeof createRandom>

/** Random choices that are the same for the same seed, so that a failed run can be repeated. */
export function createRandom(seed: number) {
  const generator = xoroshiro128plus(seed)
  const between = (least: number, most: number) => uniformInt(generator, least, most)
  return {
    /** An integer from `least` to `most`, inclusive. */
    between,
    /** @throws RangeError for an empty list */
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new RangeError('Nothing to choose from')
      return list[between(0, list.length - 1)] as T
    },
    shuffled: <T>(list: readonly T[]): T[] =>
      list
        .map(item => ({ item, at: between(0, 1_000_000) }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item),
    /** True with this probability, from 0 to 1. */
    chance: (probability: number) => between(1, 1_000_000) <= probability * 1_000_000,
  }
}
