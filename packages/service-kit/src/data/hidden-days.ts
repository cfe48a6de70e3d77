import { addDays, type Days } from '../base/days'

/** What these days held at a moment is hidden. */
export type Hidden = Days & { at: Date }

/**
 * For each day the latest clearing that names it; the parts do not overlap, and are in the order of the days.
 * Between two borders all days are alike, and each such stretch is given away once: n log n.
 */
export function latestOf<H extends Hidden>(clearings: readonly H[]): H[] {
  const starts = [...new Set(clearings.flatMap(({ from, to }) => [from, addDays(to, 1)]))].sort()
  const indexOf = new Map(starts.map((day, index) => [day, index]))
  const owners: (H | undefined)[] = starts.map(() => undefined)
  const next = starts.map((_, index) => index)
  /** The first stretch from here on that nobody has; the way to it is shortened for who comes after. */
  const firstFree = (index: number): number => {
    let free = index
    while (next[free] !== undefined && next[free] !== free) free = next[free] ?? starts.length
    for (let at = index; at < free; ) {
      const following = next[at] ?? free
      next[at] = free
      at = following
    }
    return free
  }
  for (const clearing of clearings.toSorted((a, b) => b.at.getTime() - a.at.getTime())) {
    const end = indexOf.get(addDays(clearing.to, 1)) ?? 0
    for (let at = firstFree(indexOf.get(clearing.from) ?? end); at < end; at = firstFree(at + 1)) {
      owners[at] = clearing
      next[at] = at + 1
    }
  }
  return owners.flatMap((owner, index) => {
    if (!owner || owners[index - 1] === owner) return []
    let end = index + 1
    while (owners[end] === owner) end++
    return [{ ...owner, from: starts[index] ?? owner.from, to: addDays(starts[end] ?? '', -1) }]
  })
}

/** The days of both; undefined where there are none. */
export function overlap(a: Days, b: Days): Days | undefined {
  const from = a.from > b.from ? a.from : b.from
  const to = a.to < b.to ? a.to : b.to
  return from <= to ? { from, to } : undefined
}
