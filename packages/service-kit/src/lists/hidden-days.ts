import { addDays, businessDay, type Days } from '../runtime/days'
import type { Match, Part } from './read'

/** Rows of these days up to a moment are hidden. */
export type Hidden = Days & { at: Date }

/**
 * For each day the latest clearing that covers it, as disjoint parts in order of days. Works on the stretches between
 * range borders and assigns each once: O(n log n).
 */
export function latestByDay<H extends Hidden>(clearings: readonly H[]): H[] {
  const starts = [...new Set(clearings.flatMap(({ from, to }) => [from, addDays(to, 1)]))].sort()
  const indexOf = new Map(starts.map((day, index) => [day, index]))
  const latest: (H | undefined)[] = starts.map(() => undefined)
  const next = starts.map((_, index) => index)
  /** First unassigned stretch from `index` on, with path compression. */
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
      latest[at] = clearing
      next[at] = at + 1
    }
  }
  return latest.flatMap((clearing, index) => {
    if (!clearing || latest[index - 1] === clearing) return []
    let end = index + 1
    while (latest[end] === clearing) end++
    return [{ ...clearing, from: starts[index] ?? clearing.from, to: addDays(starts[end] ?? '', -1) }]
  })
}

/** Intersection of two ranges; undefined if empty. */
export function overlap(a: Days, b: Days): Days | undefined {
  const from = a.from > b.from ? a.from : b.from
  const to = a.to < b.to ? a.to : b.to
  return from <= to ? { from, to } : undefined
}

/** Rows of one kind, and the clearings that hide some. Each row has exactly one kind. */
export type RowKind = { match: Match; hidden: readonly Hidden[] }

const firstDay = '0001-01-01'
const lastDay = '9999-12-31'

/** Splits a list at the moments of clearings, into parts without hidden rows. */
export function visibleParts(base: Part, kinds: readonly RowKind[], zone: string): Part[] {
  if (kinds.every(({ hidden }) => hidden.length === 0)) return [base]
  const { day, ...rest } = base
  const from = day ?? base.from ?? firstDay
  const to = day ?? base.to ?? lastDay
  const borders = new Set([from])
  for (const { hidden } of kinds) for (const part of hidden) borders.add(part.from).add(addDays(part.to, 1))
  const starts = [...borders].filter(border => border >= from && border <= to).sort()
  return starts.flatMap((start, index) => {
    const next = starts[index + 1]
    const days = { ...rest, from: start, to: next ? addDays(next, -1) : to }
    return partsOfDays(days, kinds, start, zone)
  })
}

function partsOfDays(days: Part, kinds: readonly RowKind[], day: string, zone: string): Part[] {
  const ends = kinds.map(({ hidden }) => hidden.find(part => part.from <= day && day <= part.to)?.at.getTime())
  const moments = [...new Set(ends.filter(end => end !== undefined))].sort((a, b) => a - b)
  const windows = [...moments, undefined].map((end, index) => ({ start: moments[index - 1], end }))
  return windows.flatMap(({ start, end }) => {
    const visible = kinds.filter((_, index) => {
      const hiddenUntil = ends[index]
      return hiddenUntil === undefined || (start !== undefined && hiddenUntil <= start)
    })
    if (visible.length === 0) return []
    const isWhole = visible.length === kinds.length
    const match = isWhole ? days.match : { $and: [days.match ?? {}, { $or: visible.map(kind => kind.match) }] }
    const until = [...(days.until ?? []), ...(end === undefined ? [] : [cutAt(end, zone)])]
    return [{ ...days, match, until, after: start === undefined ? days.after : cutAt(start, zone) }]
  })
}

const cutAt = (moment: number, zone: string) => ({ at: new Date(moment), day: businessDay(new Date(moment), zone) })
