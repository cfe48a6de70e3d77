import { z } from 'zod'
import { answerOf, Id, ListQuery, optional } from '../define'
import { AsOf, calendarDay } from '../values/days'

/** Lists that are read in the order of time, newest first. */
export const TimeListQuery = ListQuery.extend({
  /** Time is the only order they have. */
  sort: z.enum(['createdAt']).optional(),
  /** A day of the business zone. */
  date: optional(calendarDay()),
  /** `until` of the first page: the next pages then show what was there when it was read. */
  until: Id.optional(),
  asOf: AsOf.optional(),
})

/** A list in the order of time. */
export function timeListOf<R extends z.ZodType>(row: R) {
  return answerOf(z.array(row), {
    /** Rows before paging. */
    total: z.number().int().optional(),
    /** The newest row of the list, for the next pages; absent where nothing is listed. */
    until: z.string().optional(),
    asOf: AsOf.optional(),
    /** Present when a search or filter looked through the newest `rows` of `of` rows only. */
    searched: z.object({ rows: z.number().int(), of: z.number().int() }).optional(),
  })
}
