import type { CollectionPlan } from '../mongo'

/** A row of a list, kept once. `_id` is its ordinal: rows are kept in this order, which is that of their arrival. */
export type Fact = {
  _id: number
  /** `YYYY-MM-DD` in the business zone. */
  day: string
  at: Date
}

/** What one reader has in one month, and the positions that do not fill a chunk yet. `_id` is `reader|YYYY-MM`. */
export type MonthRow = {
  _id: string
  /** By day of the month, `01` to `31`: how many facts, and the ordinal of the last one. */
  days: Record<string, { count: number; last: number }>
  /** The end of the day that was written last. */
  open: { day: string; refs: number[] }
}

/** Ordinals at positions `n * chunkSize` and following of one reader's day. `_id` is `reader|YYYY-MM-DD|n`. */
export type ChunkRow = { _id: string; refs: number[] }

/** Positions are gathered in documents of so many: a page reads one or two of them, however large its day is. */
export const chunkSize = 256

export const monthsName = (name: string) => `${name}_months`
export const chunksName = (name: string) => `${name}_chunks`

export const monthId = (reader: string, day: string) => `${reader}|${day.slice(0, 7)}`
export const chunkId = (reader: string, day: string, index: number) =>
  `${reader}|${day}|${String(index).padStart(6, '0')}`

/** The first day that a row of a list tells of: what is older than a bound is found by it. */
export function dateOfId(_id: string): Date {
  const [, day = ''] = _id.split('|')
  return new Date(day.length === 7 ? `${day}-01` : day)
}

const daySeconds = 86_400
/** A month is forgotten as a whole, when its last day is too old. */
const monthDays = 31

/**
 * Everything is read by `_id`, or by a range of it, on any server.
 * @param indexes further ones of the facts, for what is not read by a list.
 * @param keptDays how long facts are kept; for ever unless told otherwise.
 */
export function audiencePlans(
  name: string,
  { indexes = [], keptDays }: { indexes?: CollectionPlan['indexes']; keptDays?: number } = {},
): readonly CollectionPlan[] {
  const expiring = (days: number): NonNullable<CollectionPlan['indexes']> =>
    keptDays === undefined ? [] : [{ key: { at: 1 }, options: { expireAfterSeconds: (keptDays + days) * daySeconds } }]
  return [
    { name, indexes: [...indexes, ...expiring(0)] },
    { name: monthsName(name), indexes: expiring(monthDays) },
    { name: chunksName(name), indexes: expiring(0) },
  ]
}

/** A point in the order of the facts: an ordinal, or a moment and its business day. */
export type Cut = { ordinal: number } | { at: Date; day: string }
