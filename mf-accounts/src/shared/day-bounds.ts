import { momentOfClock } from '@cascade/ui-kit'

type Day = string | number | undefined

/** First instant of a business day as ISO text; undefined if `day` is not a date. */
export const startOfDay = (day: Day) => toInstant(day, '00:00:00', 0)
/** Last instant of a business day as ISO text; undefined if `day` is not a date. */
export const endOfDay = (day: Day) => toInstant(day, '23:59:59', 999)

function toInstant(day: Day, time: string, ms: number): string | undefined {
  if (Number.isNaN(Date.parse(`${day}T${time}Z`))) return undefined
  return new Date(momentOfClock(`${day} ${time}`).getTime() + ms).toISOString()
}
