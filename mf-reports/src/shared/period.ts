import { presets } from '@cascade/contracts'
import type { ListParams } from '@cascade/web-kit'

/** Filters of a report in the address: a preset or a range of days. */
export const periodFilters = { preset: String(presets.today), startDate: '', endDate: '' }
export type PeriodFilterName = keyof typeof periodFilters

/** What a list asks for, with its period as the server takes it: a range goes without preset, a preset without days. */
export function inPeriod({ preset, startDate, endDate, ...rest }: ListParams): ListParams {
  const isRange = preset === String(presets.dateRange)
  if (isRange && startDate && endDate) return { ...rest, startDate, endDate }
  return { ...rest, preset: isRange ? periodFilters.preset : preset }
}

/** A single day, as a range. */
export const dayAsPeriod = (day: string) => ({ preset: String(presets.dateRange), startDate: day, endDate: day })
