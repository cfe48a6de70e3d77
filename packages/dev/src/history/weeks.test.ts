import { describe, expect, it } from 'vitest'
import { daysOfTwoWeeks, wholeWeeks } from './weeks'

const zone = 'Asia/Kolkata'
/** A Monday, 10:00 in India. */
const monday = Date.parse('2026-03-09T04:30:00Z')
const dayMs = 86_400_000

describe('a past of two weeks', () => {
  it.each([0, 1, 2, 3, 4, 5, 6])('contains the two weeks before the running one, %d days after Monday', count => {
    const now = monday + count * dayMs
    const days = daysOfTwoWeeks(now, zone)
    expect(days).toBe(15 + count)
    expect(wholeWeeks(now, days, zone)).toEqual(['2026-03-01', '2026-03-08'])
    expect(wholeWeeks(now, days - 1, zone)).toEqual(['2026-03-08'])
  })

  it('has no week that cannot be closed yet, just after midnight', () => {
    const now = Date.parse('2026-03-08T18:35:00Z')
    expect(wholeWeeks(now, daysOfTwoWeeks(now, zone), zone)).toEqual(['2026-02-22', '2026-03-01'])
    expect(wholeWeeks(now, 1, zone)).toEqual([])
  })
})
