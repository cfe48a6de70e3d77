import { describe, expect, it } from 'vitest'
import { monthsIn, parsePeriod } from './period'

const at = (moment: string, zone = 'Asia/Kolkata') => ({ now: () => new Date(moment), zone })
const toText = ({ from, to }: { from: string; to: string }) => `${from} ${to}`

describe('a report period', () => {
  it('defaults to today in the business zone', () => {
    expect(toText(parsePeriod({}, at('2026-03-03T18:29:59.999Z')).days)).toBe('2026-03-03 2026-03-03')
    expect(toText(parsePeriod({ startDate: '', endDate: '' }, at('2026-03-03T18:30:00.000Z')).days)).toBe(
      '2026-03-04 2026-03-04',
    )
  })

  it('accepts days, times and presets, which count from the time of the report', () => {
    const now = at('2026-03-10T12:00:00.000Z')
    expect(toText(parsePeriod({ startDate: '2026-03-01', endDate: '2026-03-02' }, now).days)).toBe(
      '2026-03-01 2026-03-02',
    )
    const moments = { startDate: '2026-02-28T18:30:00.000Z', endDate: '2026-03-02T23:59:59.999+05:30' }
    expect(toText(parsePeriod({ ...moments, preset: 8 }, now).days)).toBe('2026-03-01 2026-03-02')
    const past = parsePeriod({ preset: 6, asOf: '2026-03-05T12:00:00.000Z' }, now)
    expect([toText(past.days), past.until]).toEqual(['2026-03-04 2026-03-04', new Date('2026-03-05T12:00:00.000Z')])
  })

  it.each([
    [{ startDate: '2026-03-02' }, 'Please select start and end date.'],
    [{ preset: 8 as const }, 'Please select start and end date.'],
    [{ startDate: '2026-03-02', endDate: '2026-03-01' }, 'The end lies before the start.'],
    [{ startDate: '2006-03-02', endDate: '2026-03-01' }, 'At most ten years at once.'],
    [{ asOf: '2026-03-10T12:00:00.001Z' }, 'The moment lies in the future.'],
  ])('rejects %j', (input, text) => {
    expect(() => parsePeriod(input, at('2026-03-10T12:00:00.000Z'))).toThrow(text)
  })

  it('knows which months it covers completely', () => {
    const months = monthsIn({ from: '2025-12-02', to: '2026-03-01' }).map(({ month, isWhole }) => `${month} ${isWhole}`)
    expect(months).toEqual(['2025-12 false', '2026-01 true', '2026-02 true', '2026-03 false'])
    expect(monthsIn({ from: '2026-02-01', to: '2026-02-28' })).toEqual([{ month: '2026-02', isWhole: true }])
  })
})
