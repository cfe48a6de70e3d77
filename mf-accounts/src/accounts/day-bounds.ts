import { momentOfClock } from '@cascade/ui-kit'

type Day = string | number | undefined

/** The first moment of a business day, as the contracts write it; undefined for what is no day. */
export const startOfDay = (day: Day) => momentOf(day, '00:00:00', 0)
/** The last moment of it. */
export const endOfDay = (day: Day) => momentOf(day, '23:59:59', 999)

function momentOf(day: Day, time: string, ms: number): string | undefined {
  if (Number.isNaN(Date.parse(`${day}T${time}Z`))) return undefined
  return new Date(momentOfClock(`${day} ${time}`).getTime() + ms).toISOString()
}
