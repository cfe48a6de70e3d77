import { type Preset, presets } from '@cascade/contracts'

/** Filters of a report in the address: a preset or a range of days, and the moment that is asked for. */
export const periodFilters = { preset: String(presets.today), startDate: '', endDate: '', asOf: '' }
export type PeriodFilterName = keyof typeof periodFilters
export type Period = Record<PeriodFilterName, string>

/** What is sent: a range goes without preset, a preset without days. */
export function periodQuery({ preset, startDate, endDate, asOf }: Period) {
  const isRange = preset === String(presets.dateRange)
  return {
    ...(isRange && startDate && endDate
      ? { startDate, endDate }
      : { preset: Number(isRange ? presets.today : preset) as Preset }),
    ...(asOf ? { asOf } : {}),
  }
}

/** A single day, as a range. */
export const dayAsPeriod = (day: string) => ({ preset: String(presets.dateRange), startDate: day, endDate: day })
