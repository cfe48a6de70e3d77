import { addDays, type Days } from '../process/business-days'

/** What these days held at a moment is hidden. */
export type Hidden = Days & { at: Date }

/** For each day the latest clearing that names it; the parts do not overlap, and are in the order of the days. */
export function latestOf(clearings: readonly Hidden[]): Hidden[] {
  const parts: Hidden[] = []
  for (const clearing of clearings.toSorted((a, b) => b.at.getTime() - a.at.getTime())) {
    let rest: Days[] = [{ from: clearing.from, to: clearing.to }]
    for (const taken of parts) rest = rest.flatMap(days => without(days, taken))
    parts.push(...rest.map(days => ({ ...days, at: clearing.at })))
  }
  return parts.sort((a, b) => (a.from < b.from ? -1 : 1))
}

/** What is left of a range of days without another. */
function without(days: Days, taken: Days): Days[] {
  if (taken.to < days.from || taken.from > days.to) return [days]
  return [
    { from: days.from, to: addDays(taken.from, -1) },
    { from: addDays(taken.to, 1), to: days.to },
  ].filter(({ from, to }) => from <= to)
}

/** The days of both; undefined where there are none. */
export function overlap(a: Days, b: Days): Days | undefined {
  const from = a.from > b.from ? a.from : b.from
  const to = a.to < b.to ? a.to : b.to
  return from <= to ? { from, to } : undefined
}
