import type { AnyEndpoint, ResponseOf } from '@cascade/contracts'
import { reportsApi, type WeekFigures, type WeekRow } from '@cascade/contracts/reports'
import { call, type ListPage, type ListSource, ownKeyOf } from '@cascade/web-kit'

type Answer = ResponseOf<typeof reportsApi.weekSheet>
export type WeekPage = ListPage<WeekRow> & Omit<Answer['data'], 'rows'> & Omit<Answer, 'success' | 'message' | 'data'>

export const measures = ['net', 'play', 'win', 'commission'] as const satisfies readonly (keyof WeekFigures)[]
export type Measure = (typeof measures)[number]

/** `userId`: account whose children are shown, by default the reader; `from`: a Monday, by default of this week. */
export const weekFilters = { userId: '', from: '', measure: 'net' }

const refetchMs = 10_000

/** @param isLive this week moves */
export const weekSource = (isLive: boolean): ListSource<WeekRow, WeekPage> => ({
  key: ownKeyOf(reportsApi.weekSheet),
  ...(isLive && { refetchMs }),
  load: async ({ measure: _, ...query }, signal) => {
    const { data, ...meta } = (await call(reportsApi.weekSheet as AnyEndpoint, { query, signal })) as Answer
    return { ...meta, ...data }
  },
})

/** The Monday of the week of a day. */
export function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}
