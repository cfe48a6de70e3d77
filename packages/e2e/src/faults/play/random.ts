/** Seeded random numbers (mulberry32), so that a failed run can be repeated. */
export function randomOf(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <T>(list: readonly T[]): T => {
    const found = list[between(0, list.length - 1)]
    if (found === undefined) throw new Error('cannot pick from an empty list')
    return found
  }
  const shuffled = <T>(list: readonly T[]): T[] => {
    const mixed = [...list]
    for (let at = mixed.length - 1; at > 0; at--) {
      const other = between(0, at)
      const [a, b] = [mixed[at] as T, mixed[other] as T]
      Object.assign(mixed, { [at]: b, [other]: a })
    }
    return mixed
  }
  return { between, pick, shuffled, chance: (share: number) => next() < share }
}
export type Random = ReturnType<typeof randomOf>
