import { addDays, businessDay, type Fact, type Hidden, type Part } from '@cascade/service-kit'
import type { Filter } from 'mongodb'

/** Rows of one kind, and what of them is hidden. Every row is of one kind. */
export type Kind = { match: Filter<Fact>; hidden: readonly Hidden[] }

const firstDay = '0001-01-01'
const lastDay = '9999-12-31'

/** A list without what was hidden: in parts, each between two moments at which something was cleared. */
export function visibleParts(base: Part, kinds: readonly Kind[], zone: string): Part[] {
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

/** All days of a range have the same clearings. */
function partsOfDays(days: Part, kinds: readonly Kind[], day: string, zone: string): Part[] {
  const ends = kinds.map(({ hidden }) => hidden.find(part => part.from <= day && day <= part.to)?.at.getTime())
  const moments = [...new Set(ends.filter(end => end !== undefined))].sort((a, b) => a - b)
  const windows = [...moments, undefined].map((end, index) => ({ start: moments[index - 1], end }))
  return windows.flatMap(({ start, end }) => {
    const shown = kinds.filter((_, index) => {
      const hiddenUntil = ends[index]
      return hiddenUntil === undefined || (start !== undefined && hiddenUntil <= start)
    })
    if (shown.length === 0) return []
    const isWhole = shown.length === kinds.length
    const match = isWhole
      ? days.match
      : ({ $and: [days.match ?? {}, { $or: shown.map(kind => kind.match) }] } as Kind['match'])
    const until = [...(days.until ?? []), ...(end === undefined ? [] : [cutAt(end, zone)])]
    return [{ ...days, match, until, after: start === undefined ? days.after : cutAt(start, zone) }]
  })
}

const cutAt = (moment: number, zone: string) => ({ at: new Date(moment), day: businessDay(new Date(moment), zone) })
