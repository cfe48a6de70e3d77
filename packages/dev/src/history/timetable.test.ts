import { describe, expect, it } from 'vitest'
import { timetableOf } from './timetable'

const now = Date.parse('2026-03-12T12:00:00Z')
const sittings = timetableOf(now, 8, () => 0.5)

describe('the timetable', () => {
  it('has several times of play on each of the days before today, the earliest first', () => {
    const times = sittings.map(({ atMs }) => atMs)
    expect(times).toEqual([...times].sort((one, other) => one - other))
    for (let daysAgo = 1; daysAgo <= 8; daysAgo++)
      expect(sittings.filter(sitting => sitting.daysAgo === daysAgo).length).toBeGreaterThanOrEqual(4)
  })

  it('has hundreds of tickets a day, more of them in the evening of India than in its night', () => {
    const ticketsAt = (hour: number) =>
      sittings
        .filter(({ atMs, daysAgo }) => daysAgo > 0 && new Date(atMs + 5.5 * 3_600_000).getUTCHours() === hour)
        .reduce((sum, { tickets }) => sum + tickets, 0)
    expect(
      sittings.filter(({ daysAgo }) => daysAgo === 4).reduce((sum, { tickets }) => sum + tickets, 0),
    ).toBeGreaterThan(200)
    expect(ticketsAt(20)).toBeGreaterThan(3 * ticketsAt(0))
  })

  it('ends before now', () => {
    expect(sittings.every(({ atMs }) => atMs < now)).toBe(true)
  })
})
