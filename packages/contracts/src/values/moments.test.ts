import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AsOf, calendarDay, dayOrMoment, Moment, pastMomentPattern } from './moments'

describe('a day or moment of a call', () => {
  const years = { min: new Date('1970-01-01'), max: new Date('2099-12-31T23:59:59Z'), noInvalidDate: true }

  it('is any of 1970 to 2099', () => {
    fc.assert(
      fc.property(fc.date(years), at => {
        const day = at.toISOString().slice(0, 10)
        expect([calendarDay(), dayOrMoment()].every(schema => schema.safeParse(day).success)).toBe(true)
        expect([Moment, dayOrMoment()].every(schema => schema.safeParse(at.toISOString()).success)).toBe(true)
      }),
    )
    expect(dayOrMoment().safeParse('2026-03-01T10:00+05:30').success).toBe(true)
  })

  it.each(['0020-02-29', '1969-12-31', '2100-01-01', '2023-02-29', '2024-04-31', '2024-13-01', '', '2024-1-1'])(
    'is not %j',
    text => {
      expect(calendarDay().safeParse(text).success).toBe(false)
      expect([Moment, AsOf].some(schema => schema.safeParse(`${text}T00:00:00Z`).success)).toBe(false)
    },
  )

  it('that is past is described as long as it was before today', () => {
    const pattern = new RegExp(pastMomentPattern(new Date('2026-03-01T12:00:00Z')))
    expect(pattern.test('2026-02-28T23:59:59Z')).toBe(true)
    expect(pattern.test('2026-03-02T00:00:00Z')).toBe(false)
  })
})
