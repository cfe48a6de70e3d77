import { type Preset, presets } from '@cascade/contracts'
import { addDays, businessDay, type Days, dayOf, daysOfPreset, invalid, pastMoment } from '@cascade/service-kit'

type PeriodInput = {
  preset?: Preset | '' | undefined
  startDate?: string | undefined
  endDate?: string | undefined
  asOf?: string | undefined
}

const daysMax = 3_660

/**
 * The days of a report; presets count from `asOf`.
 * @throws AppError VALIDATION for a future time, half a range, a reversed range, or more than ten years
 */
export function parsePeriod(input: PeriodInput, { now, zone }: { now: () => Date; zone: string }) {
  const until = pastMoment(input.asOf, now())
  const today = businessDay(until ?? now(), zone)
  const { preset } = input
  const days = preset && preset !== presets.dateRange ? daysOfPreset(preset, today) : parseRange(input, today, zone)
  return { days, until }
}

function parseRange({ startDate, endDate, preset }: PeriodInput, today: string, zone: string): Days {
  if (!startDate && !endDate && preset !== presets.dateRange) return { from: today, to: today }
  if (!startDate) throw invalid('Please select start and end date.', 'startDate')
  if (!endDate) throw invalid('Please select start and end date.', 'endDate')
  const from = dayOf(startDate, zone)
  const to = dayOf(endDate, zone)
  if (to < from) throw invalid('The end lies before the start.', 'endDate')
  if (to > addDays(from, daysMax)) throw invalid('At most ten years at once.', 'endDate')
  return { from, to }
}

/** The months of a range, and whether it covers each completely. */
export function monthsIn({ from, to }: Days): { month: string; isWhole: boolean }[] {
  const months: { month: string; isWhole: boolean }[] = []
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = addDays(`${month}-28`, 4).slice(0, 7)) {
    const last = addDays(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`, -1)
    months.push({ month, isWhole: from <= `${month}-01` && to >= last })
  }
  return months
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The hour of a time in a zone, `00` to `23`. */
export function hourOf(at: Date, zone: string): string {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' })
  formats.set(zone, format)
  return format.format(at)
}

/** The hour in which something of `day` was recorded, or that it was recorded after the day. */
export function recordedAt(at: Date, day: string, zone: string): { hour: string; isLate: boolean } {
  const recordedDay = businessDay(at, zone)
  // The recording clock was behind: count it in the first hour.
  if (recordedDay < day) return { hour: '00', isLate: false }
  return { hour: hourOf(at, zone), isLate: recordedDay > day }
}
