import { setBusinessZone } from '@cascade/files'
import { afterEach, describe, expect, it } from 'vitest'
import { nextTime, periodBefore } from './next-time'

afterEach(() => setBusinessZone(undefined))

const berlin = 'Europe/Berlin'

describe('the next time of a schedule', () => {
  it.each([
    // Before and after DST begins on 2026-03-29, and ends on 2026-10-25.
    ['daily', '07:00', '2026-03-28T06:00:00Z', '2026-03-29T05:00:00Z', berlin],
    ['daily', '07:00', '2026-10-24T05:00:00Z', '2026-10-25T06:00:00Z', berlin],
    ['daily', '02:30', '2026-03-28T01:30:00Z', '2026-03-29T01:30:00Z', berlin],
    ['daily', '02:30', '2026-03-29T01:30:00Z', '2026-03-30T00:30:00Z', berlin],
    ['daily', '02:30', '2026-10-24T00:30:00Z', '2026-10-25T00:30:00Z', berlin],
    ['daily', '02:30', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z', berlin],
    ['weekly', '07:00', '2026-03-23T06:00:00Z', '2026-03-30T05:00:00Z', berlin],
    ['monthly', '00:15', '2026-10-01T00:00:00Z', '2026-10-31T23:15:00Z', berlin],
    ['daily', '07:00', '2026-01-05T01:29:59Z', '2026-01-05T01:30:00Z', 'Asia/Kolkata'],
    ['weekly', '07:00', '2026-01-04T23:00:00Z', '2026-01-05T01:30:00Z', 'Asia/Kolkata'],
    ['monthly', '23:59', '2026-01-31T19:00:00Z', '2026-02-01T18:29:00Z', 'Asia/Kolkata'],
    ['monthly', '00:00', '2026-11-30T18:30:00Z', '2026-12-31T18:30:00Z', 'Asia/Kolkata'],
  ] as const)('%s at %s after %s is %s in %s', (frequency, at, after, next, zone) => {
    setBusinessZone(zone)
    expect(nextTime({ frequency, at }, new Date(after))).toEqual(new Date(next))
  })
})

describe('the period of a mail', () => {
  it.each([
    ['daily', '2026-03-01', '2026-03-01'],
    ['weekly', '2026-02-23', '2026-03-01'],
    ['monthly', '2026-02-01', '2026-02-28'],
  ] as const)('that is due %s is the last full one', (frequency, from, to) => {
    setBusinessZone('Asia/Kolkata')
    // Monday, 2 March, 00:30.
    const due = new Date('2026-03-01T19:00:00Z')
    expect(periodBefore(frequency, due)).toEqual({ from, to })
  })
})
