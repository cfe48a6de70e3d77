import { businessDay } from '@cascade/service-kit'

const formats = new Map<string, Intl.DateTimeFormat>()

/** The hour of the business day, `00` to `23`, of a moment in a named zone. */
export function hourOf(at: Date, zone: string): string {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' })
  formats.set(zone, format)
  return format.format(at)
}

/** When something that belongs to `day` was told: in which hour of that day, or after the day was over. */
export function toldAt(at: Date, day: string, zone: string): { hour: string; isLate: boolean } {
  const told = businessDay(at, zone)
  // A clock that is behind tells of a day that it does not have yet.
  if (told < day) return { hour: '00', isLate: false }
  return { hour: hourOf(at, zone), isLate: told > day }
}
