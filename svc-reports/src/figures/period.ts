import { type Preset, presets } from '@cascade/contracts'
import { addDays, businessDay, type Days, dayOf, daysOfPreset, invalid, pastMoment } from '@cascade/service-kit'

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
  const until = pastMoment(input.asOf, now())
  const today = businessDay(until ?? now(), zone)
  const { preset } = input
  const days = preset && preset !== presets.dateRange ? daysOfPreset(preset, today) : rangeOf(input, today, zone)
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
