import { type Preset, presets } from '@cascade/contracts/reports'
import { businessDay, invalid } from '@cascade/service-kit'
import { addDays, type Days } from './days'

export type PeriodInput = {
  preset?: Preset | '' | undefined
  startDate?: string | undefined
  endDate?: string | undefined
  asOf?: string | undefined
}

const mostDays = 3_660

/**
 * The days of a report. Presets are counted from the moment that is asked for.
 * @throws AppError VALIDATION for a moment to come, half a range, a range that ends before it starts, or ten years.
 */
export function periodOf(input: PeriodInput, { now, zone }: { now: () => Date; zone: string }) {
  const until = input.asOf ? new Date(input.asOf) : undefined
  if (until && until > now()) throw invalid('The moment lies in the future.', 'asOf')
  const today = businessDay(until ?? now(), zone)
  const { preset } = input
  const days = preset && preset !== presets.dateRange ? daysOf(preset, today) : rangeOf(input, today, zone)
  return { days, until }
}

function rangeOf({ startDate, endDate, preset }: PeriodInput, today: string, zone: string): Days {
  if (!startDate && !endDate && preset !== presets.dateRange) return { from: today, to: today }
  if (!startDate) throw invalid('Please select start and end date.', 'startDate')
  if (!endDate) throw invalid('Please select start and end date.', 'endDate')
  const from = dayOf(startDate, zone)
  const to = dayOf(endDate, zone)
  if (to < from) throw invalid('The end lies before the start.', 'endDate')
  if (to > addDays(from, mostDays)) throw invalid('At most ten years at once.', 'endDate')
  return { from, to }
}

/** A day, or the day of a moment in the business zone. */
export const dayOf = (value: string, zone: string) => (value.length === 10 ? value : businessDay(new Date(value), zone))

export function daysOf(preset: Preset, today: string): Days {
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
