import type { Schedule } from '../schedule/schedule'

const secondsOfDay = new Map<string, Intl.DateTimeFormat>()

/**
 * Place of a draw in its business day, by the clock of the zone: 1 for the first after midnight. Known of any draw
 * without counting others; it goes on elsewhere when a game begins to draw more or less often.
 */
export function drawNumber(schedule: Schedule, drawAtMs: number, zone: string): number {
  const stretch = schedule.findLast(({ fromMs }) => fromMs < drawAtMs) ?? schedule[0]
  if (!stretch) throw new RangeError('A game has at least one version')
  const format = secondsOfDay.get(zone) ?? formatIn(zone)
  const parts = new Map(format.formatToParts(drawAtMs).map(({ type, value }) => [type, Number(value)]))
  const seconds = (parts.get('hour') ?? 0) * 3600 + (parts.get('minute') ?? 0) * 60 + (parts.get('second') ?? 0)
  return Math.floor(seconds / stretch.intervalSeconds) + 1
}

function formatIn(zone: string) {
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...time })
  secondsOfDay.set(zone, format)
  return format
}
