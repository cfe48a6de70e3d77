import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AsOf, calendarDay, dayIn, dayOrMoment, isPastDate, Moment, pastDatePattern, pastMomentPattern } from './days'

const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
const textOf = (at: Date) => at.toISOString().slice(0, 10)

describe('isPastDate', () => {
  it('accepts only calendar days before today', () => {
    const now = new Date('2026-03-01T00:00:01Z')
    for (const text of ['2026-02-28', '2000-02-29', '1900-01-01'])
      expect([text, isPastDate(text, now)]).toEqual([text, true])
    for (const text of [
      '2026-03-01',
      '2026-02-29',
      '2001-02-29',
      '2020-13-01',
      '0000-00-00',
      '1899-12-31',
      '',
      '2020-1-1',
    ]) {
      expect([text, isPastDate(text, now)]).toEqual([text, false])
    }
  })

  it('has a pattern that matches exactly the accepted days except 29 February', () => {
    fc.assert(
      fc.property(day, day, (now, at) => {
        const isLeap = textOf(at).endsWith('-02-29')
        const matches = new RegExp(pastDatePattern(now)).test(textOf(at))
        expect(matches).toBe(isPastDate(textOf(at), now) && !isLeap)
      }),
    )
    const pattern = new RegExp(pastDatePattern(new Date('2026-01-01')))
    for (const text of ['0000-00-00', '2020-02-30', '2026-01-01', '2020-01-01T10:00'])
      expect(pattern.test(text)).toBe(false)
  })
})

describe('days and timestamps in requests', () => {
  const years = { min: new Date('1970-01-01'), max: new Date('2099-12-31T23:59:59Z'), noInvalidDate: true }

  it('accept all of 1970 to 2099', () => {
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
    'reject %j',
    text => {
      expect(calendarDay().safeParse(text).success).toBe(false)
      expect([Moment, AsOf].some(schema => schema.safeParse(`${text}T00:00:00Z`).success)).toBe(false)
    },
  )

  it('have a pattern for past timestamps that matches those before today', () => {
    const pattern = new RegExp(pastMomentPattern(new Date('2026-03-01T12:00:00Z')))
    expect(pattern.test('2026-02-28T23:59:59Z')).toBe(true)
    expect(pattern.test('2026-03-02T00:00:00Z')).toBe(false)
  })
})

describe('the day in a zone', () => {
  it('changes at midnight there', () => {
    const at = new Date('2026-03-01T18:30:00Z')
    expect([dayIn('Asia/Kolkata', at), dayIn('Asia/Kolkata', at.getTime() - 1)]).toEqual(['2026-03-02', '2026-03-01'])
    expect(dayIn('UTC', at)).toBe('2026-03-01')
    expect(() => dayIn('Nowhere/Land', at)).toThrow(RangeError)
  })
})
