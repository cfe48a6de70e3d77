import { type Preset, presets } from '@cascade/contracts'
import { businessDay } from './clock'
import { invalid } from './errors'

/** Days of the business zone, both inclusive, `YYYY-MM-DD`. */
export type Days = { from: string; to: string }

/** The moment that `asOf` names; none is now. @throws AppError VALIDATION for one that lies in the future. */
export function pastMoment(asOf: string | undefined, now: Date): Date | undefined {
  const at = asOf ? new Date(asOf) : undefined
  if (at && at > now) throw invalid('The moment lies in the future.', 'asOf')
  return at
}

/** So many days after a day, or before it; calendar days, whatever the zone. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}

/** A day as it is, or the day of a moment in the business zone. */
export const dayOf = (value: string, zone: string) => (value.length === 10 ? value : businessDay(new Date(value), zone))

/** The days of a preset, counted from `today`; weeks begin on Monday. A range without its days is today. */
export function daysOfPreset(preset: Preset, today: string): Days {
  const month = today.slice(0, 7)
  const lastOfLastMonth = addDays(`${month}-01`, -1)
  const monday = addDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7))
  switch (preset) {
    case presets.yesterday:
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case presets.currentWeek:
      return { from: monday, to: today }
    case presets.lastWeek:
      return { from: addDays(monday, -7), to: addDays(monday, -1) }
    case presets.currentMonth:
      return { from: `${month}-01`, to: today }
    case presets.lastMonth:
      return { from: `${lastOfLastMonth.slice(0, 7)}-01`, to: lastOfLastMonth }
    case presets.lastSixMonths:
      return { from: sixMonthsBefore(today), to: today }
    case presets.today:
    case presets.dateRange:
      return { from: today, to: today }
  }
}

/** The same day of the month six months ago, or the last one of that month where it is shorter. */
function sixMonthsBefore(today: string): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 6, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 7, Math.min(day, last))).toISOString().slice(0, 10)
}
