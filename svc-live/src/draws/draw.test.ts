import { describe, expect, it } from 'vitest'
import { countdown, drawAt, drawIdOf } from './draw'

const at = (time: string) => Date.parse(`2026-03-01T${time}Z`)
const iso = (milliseconds: number) => new Date(milliseconds).toISOString().slice(11, 23)

describe('a draw', () => {
  it.each([
    [60, '10:00:00.000', '10:00:00.000', '10:01:00.000'],
    [60, '10:00:59.999', '10:00:00.000', '10:01:00.000'],
    [60, '10:01:00.000', '10:01:00.000', '10:02:00.000'],
    [120, '10:01:30.000', '10:00:00.000', '10:02:00.000'],
    [120, '10:02:00.000', '10:02:00.000', '10:04:00.000'],
    [180, '10:02:59.999', '10:00:00.000', '10:03:00.000'],
    [180, '10:03:00.000', '10:03:00.000', '10:06:00.000'],
    [180, '23:59:00.000', '23:57:00.000', '00:00:00.000'],
  ])('of %i s that is open at %s began at %s and is drawn at %s', (timecount, now, starts, drawn) => {
    const draw = drawAt(at(now), timecount)
    expect([iso(draw.startsAt), iso(draw.drawAt)]).toEqual([starts, drawn])
  })

  it('has one number for its whole length and the next one after it', () => {
    const numbers = ['10:00:00.000', '10:00:31.500', '10:00:59.999', '10:01:00.000'].map(
      now => drawAt(at(now), 60).number,
    )
    expect(numbers.map(number => number - (numbers[0] ?? 0))).toEqual([0, 0, 0, 1])
  })

  it('is named by admin, game and number', () => {
    expect(drawIdOf('a1', 'MNOQqWWi', 7)).toBe('a1_MNOQqWWi_7')
    expect(drawIdOf('018f1e2a-0000-7000-8000-000000000000', 'MNOQqWWi', 29_000_000)).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  })
})

describe('the countdown', () => {
  it.each([
    [60_000, '01:00'],
    [59_999, '01:00'],
    [59_000, '00:59'],
    [1, '00:01'],
    [0, '00:00'],
    [-5, '00:00'],
    [180_000, '03:00'],
    [86_400_000, '1440:00'],
  ])('of %i ms reads %s', (left, text) => {
    expect(countdown(1_000_000, 1_000_000 + left)).toBe(text)
  })
})
