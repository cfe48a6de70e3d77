import { presets } from '@cascade/contracts'
import type { ScheduleInput } from '@cascade/contracts/reports'
import { formatDate, momentOfClock } from '@cascade/files'
import { addDays, type Days, daysOfPreset } from '@cascade/service-kit'

type Timing = Pick<ScheduleInput, 'frequency' | 'at'>

/**
 * The first due time after a moment. A time that DST skips moves forward by the skipped span; the first one of a
 * repeated time counts.
 */
export function nextTime({ frequency, at }: Timing, after: Date): Date {
  for (
    let day = firstDay(frequency, formatDate(after));
    ;
    day = firstDay(frequency, addDays(day, daysMax[frequency]))
  ) {
    const next = momentOfClock(`${day} ${at}:00`)
    if (next > after) return next
  }
}

/** The longest period: as many days after its first one are in the next. */
const daysMax = { daily: 1, weekly: 7, monthly: 31 } as const

/** First day of the period of a day. */
function firstDay(frequency: Timing['frequency'], day: string): string {
  if (frequency === 'daily') return day
  return daysOfPreset(frequency === 'weekly' ? presets.currentWeek : presets.currentMonth, day).from
}

const lastPeriods = { daily: presets.yesterday, weekly: presets.lastWeek, monthly: presets.lastMonth } as const

/** The last full period before a due time. */
export const periodBefore = (frequency: Timing['frequency'], due: Date): Days =>
  daysOfPreset(lastPeriods[frequency], formatDate(due))
