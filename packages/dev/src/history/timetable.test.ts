import { describe, expect, it } from 'vitest'
import { buildTimetable, type PlaySession } from './timetable'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const monday = Date.parse('2026-03-08T18:30:00Z')
const timetableAt = (nowMs: number, days = 21) => buildTimetable({ nowMs, days, zone: 'Asia/Kolkata' }, () => 0.5)

const hourOf = ({ atMs }: PlaySession) => new Date(atMs + 5.5 * hourMs).getUTCHours()
const ticketsOf = (sessions: readonly PlaySession[]) => sessions.reduce((sum, { tickets }) => sum + tickets, 0)
const ofDay = (sessions: readonly PlaySession[], daysAgo: number) =>
  sessions.filter(session => session.daysAgo === daysAgo)

describe('buildTimetable', () => {
  it.each([0.2, 6, 13, 23.9])(
    'has the hours of yesterday from morning on, and those of today until now, %d h after midnight',
    hours => {
      const now = monday + hours * hourMs
      const sessions = timetableAt(now)
      const yesterday = ofDay(sessions, 1).map(hourOf)
      expect(yesterday).toEqual(expect.arrayContaining(Array.from({ length: 17 }, (_, index) => index + 7)))
      expect(ofDay(sessions, 0).map(hourOf)).toEqual(yesterday.filter(hour => hour + 25 / 60 < hours - 10 / 60))
      expect(sessions.every(({ atMs }) => atMs < now && atMs > now - 21 * dayMs)).toBe(true)
    },
  )

  it('has few tickets at night, more from noon and most in the evening', () => {
    const yesterday = ofDay(timetableAt(monday), 1)
    const perHour = (from: number, to: number) =>
      ticketsOf(yesterday.filter(session => hourOf(session) >= from && hourOf(session) < to)) / (to - from)
    expect(perHour(12, 18)).toBeGreaterThan(3 * perHour(1, 7))
    expect(perHour(19, 22)).toBeGreaterThan(1.5 * perHour(12, 18))
  })

  it('has more tickets at the weekend, and as many in a day of few sessions', () => {
    const sessions = timetableAt(monday)
    const [saturday, tuesday, tuesdayBefore] = [2, 6, 13].map(daysAgo => ofDay(sessions, daysAgo))
    expect(ticketsOf(saturday ?? [])).toBeGreaterThan(1.4 * ticketsOf(tuesday ?? []))
    expect([tuesday?.length, tuesdayBefore?.length]).toEqual([4, 2])
    expect(ticketsOf(tuesdayBefore ?? []) / ticketsOf(tuesday ?? [])).toBeCloseTo(1, 1)
  })

  it('is in order', () => {
    const times = timetableAt(monday).map(({ atMs }) => atMs)
    expect(times).toEqual([...times].sort((one, other) => one - other))
  })
})
