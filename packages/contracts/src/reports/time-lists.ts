import { z } from 'zod'
import { Id, ListQuery, optionalFilter, responseOf, Searched } from '../define'
import { AsOf, calendarDay } from '../values/days'

/** Query of a list ordered by time, newest first. */
export const TimeListQuery = ListQuery.extend({
  /** The list is always ordered by time. */
  sort: z.enum(['createdAt']).optional(),
  /** A business day. */
  date: optionalFilter(calendarDay()),
  /** `until` of the first page: later pages then show the state of the first one. */
  until: Id.optional(),
  asOf: AsOf.optional(),
})

export function timeListResponse<R extends z.ZodType>(row: R) {
  return responseOf(z.array(row), {
    /** Number of rows before paging. */
    total: z.number().int().optional(),
    /** The newest row of the list, for later pages; absent if the list is empty. */
    until: z.string().optional(),
    asOf: AsOf.optional(),
    /** Present if a search or filter scanned only the newest `rows` of `of` rows. */
    searched: Searched.optional(),
  })
}
