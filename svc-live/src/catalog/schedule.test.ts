import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  drawEndedAt,
  drawEndingAt,
  drawOpenAt,
  isPaused,
  nextPeriodStart,
  type Schedule,
  type SchedulePeriod,
} from './schedule'

const at = (time: string) => Date.parse(`2026-03-01T${time}Z`)
const iso = (milliseconds: number) => new Date(milliseconds).toISOString().slice(11, 23)
const every = (intervalSeconds: number, lockSeconds = 5, more: Partial<SchedulePeriod> = {}): SchedulePeriod => ({
  version: 1,
  fromMs: 0,
  intervalSeconds,
  lockSeconds,
  ...more,
})

describe('schedule', () => {
  it.each([
    [60, '10:00:00.000', '10:00:00.000', '10:01:00.000'],
    [60, '10:00:59.999', '10:00:00.000', '10:01:00.000'],
    [60, '10:01:00.000', '10:01:00.000', '10:02:00.000'],
    [120, '10:01:30.000', '10:00:00.000', '10:02:00.000'],
    [180, '10:02:59.999', '10:00:00.000', '10:03:00.000'],
    [180, '23:59:00.000', '23:57:00.000', '00:00:00.000'],
  ])('places a draw of %i s that is open at %s between %s and %s', (seconds, now, opens, drawn) => {
    const draw = drawOpenAt([every(seconds)], at(now))
    expect([iso(draw.opensAtMs), iso(draw.drawAtMs)]).toEqual([opens, drawn])
  })

  it('locks a draw some seconds before it ends', () => {
    expect(iso(drawOpenAt([every(120, 10)], at('10:00:30.000')).lockAtMs)).toBe('10:01:50.000')
  })

  it('finds a draw by its draw time and by no other time', () => {
    const schedule = [every(60)]
    expect(drawEndingAt(schedule, at('10:01:00.000'))?.opensAtMs).toBe(at('10:00:00.000'))
    expect(drawEndingAt(schedule, at('10:00:30.000'))).toBeUndefined()
  })
})

describe('a schedule with a pause', () => {
  const pause = { fromMs: at('10:00:30.000'), toMs: at('10:03:30.000') }
  const schedule = [every(60)]

  it.each([
    ['finishes the draw that was open at its start', '10:00:45.000', '10:00:00.000', false],
    ['passes over draws that would open in it', '10:01:00.000', '10:04:00.000', true],
    ['passes over the rest of a draw that would have opened in it', '10:03:45.000', '10:04:00.000', true],
    ['goes on with the first opening after its end', '10:04:00.000', '10:04:00.000', false],
  ])('%s', (_what, now, opens, paused) => {
    const draw = drawOpenAt(schedule, at(now), pause)
    expect([iso(draw.opensAtMs), isPaused(draw, at(now))]).toEqual([opens, paused])
  })

  it('goes on at its end if a draw opens then', () => {
    const draw = drawOpenAt(schedule, at('10:02:00.000'), { ...pause, toMs: at('10:03:00.000') })
    expect(iso(draw.opensAtMs)).toBe('10:03:00.000')
  })

  it.each([
    ['10:01:00.000', '10:01:00.000', false],
    ['10:02:30.000', '10:02:00.000', true],
    ['10:04:00.000', '10:04:00.000', true],
    ['10:05:00.000', '10:05:00.000', false],
  ])('at %s names the draw that ended at %s, passed over: %s', (now, ended, isPassedOver) => {
    const draw = drawEndedAt(schedule, at(now), pause)
    expect([iso(draw?.drawAtMs ?? 0), draw?.isPassedOver]).toEqual([ended, isPassedOver])
  })

  it('opens and draws the same draws for all times of an interval', () => {
    const seconds = fc.integer({ min: 0, max: 600 })
    fc.assert(
      fc.property(seconds, seconds, fc.constantFrom(20, 60, 180), (from, length, interval) => {
        const startMs = at('10:00:00.000')
        const any = { fromMs: startMs + from * 1_000, toMs: startMs + (from + length) * 1_000 }
        const opened = new Set<number>()
        const drawn = new Set<number>()
        for (let nowMs = startMs; nowMs < startMs + 2_400_000; nowMs += 10_000) {
          const draw = drawOpenAt([every(interval)], nowMs, any)
          expect(any.fromMs <= draw.opensAtMs && draw.opensAtMs < any.toMs).toBe(false)
          expect(draw.drawAtMs).toBeGreaterThan(nowMs)
          if (!isPaused(draw, nowMs)) opened.add(draw.drawAtMs)
          const last = drawEndedAt([every(interval)], nowMs, any)
          if (last && !last.isPassedOver && last.drawAtMs > startMs) drawn.add(last.drawAtMs)
        }
        expect([...drawn]).toEqual([...opened].slice(0, drawn.size))
        expect(opened.size - drawn.size).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('a schedule with a new game version', () => {
  const before = every(60)
  const changed = (now: string, after: Partial<SchedulePeriod>): Schedule => [
    before,
    every(60, 5, { version: 2, ...after, fromMs: nextPeriodStart([before], at(now), 5_000) }),
  ]

  it('starts it with the next draw, and the open draw keeps its own', () => {
    const schedule = changed('10:00:20.000', { intervalSeconds: 90 })
    expect(drawOpenAt(schedule, at('10:00:40.000'))).toMatchObject({ version: 1, drawAtMs: at('10:01:00.000') })
    expect(drawOpenAt(schedule, at('10:01:00.000'))).toMatchObject({
      version: 2,
      opensAtMs: at('10:01:00.000'),
      drawAtMs: at('10:01:30.000'),
    })
    expect(iso(drawOpenAt(schedule, at('10:01:30.000')).drawAtMs)).toBe('10:03:00.000')
  })

  it('starts it one draw later when the next draw opens within the notice period', () => {
    expect(changed('10:00:57.000', {})[1]?.fromMs).toBe(at('10:02:00.000'))
  })

  it('extends its first draw by an interval when there would be no time for bets', () => {
    const schedule = changed('10:00:20.000', { intervalSeconds: 11, lockSeconds: 8 })
    const first = drawOpenAt(schedule, at('10:01:00.000'))
    expect(first.opensAtMs).toBe(at('10:01:00.000'))
    expect(first.lockAtMs - first.opensAtMs).toBeGreaterThanOrEqual(1_000)
  })
})

describe('schedule with arbitrary changes', () => {
  const change = fc.record({
    afterMs: fc.integer({ min: 0, max: 600_000 }),
    intervalSeconds: fc.integer({ min: 10, max: 400 }),
    lockSeconds: fc.integer({ min: 1, max: 9 }),
  })

  it('has draws without gaps or overlaps, each with time for bets, after any changes', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), changes => {
        const schedule: SchedulePeriod[] = [every(60)]
        let now = at('10:00:00.000')
        for (const { afterMs, ...rest } of changes) {
          now += afterMs
          const fromMs = nextPeriodStart(schedule, now, 5_000)
          schedule.push({ ...rest, version: schedule.length + 1, fromMs })
        }
        let draw = drawOpenAt(schedule, at('10:00:00.000'))
        for (let count = 0; count < 60; count++) {
          expect(draw.lockAtMs).toBeGreaterThan(draw.opensAtMs)
          expect(drawOpenAt(schedule, draw.drawAtMs - 1)).toEqual(draw)
          expect(drawEndingAt(schedule, draw.drawAtMs)).toEqual(draw)
          const next = drawOpenAt(schedule, draw.drawAtMs)
          expect(next.opensAtMs).toBe(draw.drawAtMs)
          draw = next
        }
      }),
    )
  })
})
