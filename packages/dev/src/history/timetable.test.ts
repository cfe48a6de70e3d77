import { describe, expect, it } from 'vitest'
import { buildTimetable } from './timetable'

const now = Date.parse('2026-03-12T12:00:00Z')
const sessions = buildTimetable(now, 8, () => 0.5)

describe('buildTimetable', () => {
  it('has at least four sessions on each day before today, in order', () => {
    const times = sessions.map(({ atMs }) => atMs)
    expect(times).toEqual([...times].sort((one, other) => one - other))
    for (let daysAgo = 1; daysAgo <= 8; daysAgo++)
      expect(sessions.filter(session => session.daysAgo === daysAgo).length).toBeGreaterThanOrEqual(4)
  })

  it('has hundreds of tickets a day, most of them in the Indian evening', () => {
    const ticketsAt = (hour: number) =>
      sessions
        .filter(({ atMs, daysAgo }) => daysAgo > 0 && new Date(atMs + 5.5 * 3_600_000).getUTCHours() === hour)
        .reduce((sum, { tickets }) => sum + tickets, 0)
    expect(
      sessions.filter(({ daysAgo }) => daysAgo === 4).reduce((sum, { tickets }) => sum + tickets, 0),
    ).toBeGreaterThan(200)
    expect(ticketsAt(20)).toBeGreaterThan(3 * ticketsAt(0))
  })

  it('ends before now', () => {
    expect(sessions.every(({ atMs }) => atMs < now)).toBe(true)
  })
})
