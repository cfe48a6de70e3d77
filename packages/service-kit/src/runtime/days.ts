import { dayIn, type Preset, presets } from '@cascade/contracts'
import { invalid } from './errors'

const minuteMs = 60_000
let cached = { zone: '', minute: Number.NaN, day: '' }

/** Business day `YYYY-MM-DD` of a moment in a named IANA zone. */
export function businessDay(at: Date, zone: string): string {
  const minute = Math.floor(at.getTime() / minuteMs)
  if (cached.minute !== minute || cached.zone !== zone) cached = { zone, minute, day: dayIn(zone, at) }
  return cached.day
}

/** A range of business days, both inclusive, `YYYY-MM-DD`. */
export type Days = { from: string; to: string }

/**
 * Parses `asOf`; undefined means now.
 * @throws AppError VALIDATION for a moment in the future
 */
export function pastMoment(asOf: string | undefined, now: Date): Date | undefined {
  const at = asOf ? new Date(asOf) : undefined
  if (at && at > now) throw invalid('The moment lies in the future.', 'asOf')
  return at
}

/** Adds calendar days, or subtracts them with a negative count. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}

/** A day unchanged, or the business day of a moment. */
export const dayOf = (value: string, zone: string) => (value.length === 10 ? value : businessDay(new Date(value), zone))

/** Days of a preset, counted from `today`. Weeks begin on Monday; `dateRange` means today. */
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

function sixMonthsBefore(today: string): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 6, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 7, Math.min(day, last))).toISOString().slice(0, 10)
}
