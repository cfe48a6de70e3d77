const dayMs = 86_400_000
const minuteMs = 60_000

/**
 * Sessions of a day in UTC, with their share of the tickets: most in the Indian evening, some right after its midnight,
 * so that today compares with yesterday at any hour.
 */
const shares = [
  ['06:42:05Z', 4],
  ['12:42:05Z', 6],
  ['14:42:05Z', 9],
  ['18:42:05Z', 2],
] as const
const ticketsPerShare = 10
const weekendFactor = 1.4
/** Random deviation of a session. */
const spread = 0.25

export type PlaySession = { atMs: number; daysAgo: number; tickets: number }

/** Sessions of the `days` before `nowMs` and of today until ten minutes ago, in order. */
export function buildTimetable(nowMs: number, days: number, random: () => number): PlaySession[] {
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
