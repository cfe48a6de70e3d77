const dayMs = 86_400_000
const minuteMs = 60_000

/**
 * Times of play of a day, in UTC, and their share of its tickets: most in the evening of India, and some
 * right after its midnight, so that the figures of a day compare with those of the day before at any hour.
 */
const shares = [
  ['06:42:05Z', 4],
  ['12:42:05Z', 6],
  ['14:42:05Z', 9],
  ['18:42:05Z', 2],
] as const
const ticketsPerShare = 10
const weekendFactor = 1.4
/** An hour is never quite like the same hour of another day. */
const spread = 0.25

export type Sitting = { atMs: number; daysAgo: number; tickets: number }

/** When is played, and how much, in the days before `nowMs` and of today until ten minutes ago; the earliest first. */
export function timetableOf(nowMs: number, days: number, random: () => number): Sitting[] {
  return Array.from({ length: days + 1 }, (_, index) => days - index).flatMap(daysAgo => {
    const at = new Date(nowMs - daysAgo * dayMs)
    const isWeekend = [0, 6].includes(at.getUTCDay())
    const perShare = ticketsPerShare * (isWeekend ? weekendFactor : 1)
    return shares
      .map(([time, share]) => ({
        atMs: Date.parse(`${at.toISOString().slice(0, 10)}T${time}`),
        daysAgo,
        tickets: Math.round(perShare * share * (1 + spread * (2 * random() - 1))),
      }))
      .filter(({ atMs }) => atMs < nowMs - 10 * minuteMs)
  })
}
