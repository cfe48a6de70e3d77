const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000

/** Share of a day's tickets by hour of the business day: few at night, more from noon, most in the evening. */
const hourShares = [3, 2, 1, 1, 1, 1, 1, 2, 3, 3, 4, 5, 7, 7, 6, 6, 7, 8, 10, 13, 15, 14, 10, 6] as const
/** From Sunday. */
const weekdayFactors = [1.3, 0.8, 0.85, 0.9, 1, 1.15, 1.4] as const
const ticketsPerDay = 45
/** Random deviation of a day, and of a session. */
const daySpread = 0.15
const sessionSpread = 0.25
/** A session ends before the next hour. */
const firstMinute = 5
const lastMinute = 45

/** Hours between sessions: the hours of today and yesterday are on the dashboard, the week before is in its lists. */
const hoursApart = (daysAgo: number) => (daysAgo <= 1 ? 1 : daysAgo <= 8 ? 6 : 12)

export type PlaySession = { atMs: number; daysAgo: number; tickets: number }
type Past = { nowMs: number; days: number; zone: string }

/** Sessions of the `days` before `nowMs` and of today until ten minutes ago, in order. */
export function buildTimetable({ nowMs, days, zone }: Past, random: () => number): PlaySession[] {
  const deviate = (spread: number) => 1 + spread * (2 * random() - 1)
  const offsetMs = offsetOf(zone, nowMs)
  const todayMs = Math.floor((nowMs + offsetMs) / dayMs) * dayMs
  return Array.from({ length: days + 1 }, (_, index) => days - index).flatMap(daysAgo => {
    const dayAtMs = todayMs - daysAgo * dayMs
    const perDay = ticketsPerDay * (weekdayFactors[new Date(dayAtMs).getUTCDay()] ?? 1) * deviate(daySpread)
    const apart = hoursApart(daysAgo)
    return Array.from({ length: 24 / apart }, (_, index) => {
      const hours = hourShares.slice(index * apart, (index + 1) * apart)
      const hour = index * apart + Math.floor(random() * apart)
      const minute = firstMinute + random() * (lastMinute - firstMinute)
      const tickets = perDay * (sum(hours) / sum(hourShares)) * deviate(sessionSpread)
      return {
        atMs: Math.round(dayAtMs - offsetMs + hour * hourMs + minute * minuteMs),
        daysAgo,
        tickets: Math.floor(tickets + random()),
      }
    }).filter(({ atMs, tickets }) => tickets > 0 && atMs > nowMs - days * dayMs && atMs < nowMs - 10 * minuteMs)
  })
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The current UTC offset, used for all days: hours before a daylight-saving change may be off by one. */
function offsetOf(zone: string, atMs: number): number {
  const local = new Date(atMs).toLocaleString('sv', { timeZone: zone })
  return Date.parse(`${local.replace(' ', 'T')}Z`) - Math.floor(atMs / 1_000) * 1_000
}
