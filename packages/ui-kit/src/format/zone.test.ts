import { buildSheet, businessStamp } from '@cascade/files'
import { afterEach, describe, expect, it } from 'vitest'
import { formatDate, formatDateTime, formatTime } from './format'
import { momentOfClock, setBusinessZone, viewerClock, zoneLabel } from './zone'

// UTC+12:45 or +13:45: no test machine uses it by chance.
const far = 'Pacific/Chatham'
const winter = '2026-06-30T11:30:00.000Z'
const summer = '2025-12-31T11:30:00.000Z'

afterEach(() => setBusinessZone(undefined))

describe('the business zone', () => {
  it("formats moments, DST included, whatever the reader's zone", () => {
    setBusinessZone(far)
    expect([winter, summer].map(formatDateTime)).toEqual(['2026-07-01 00:15:00', '2026-01-01 01:15:00'])
    expect([formatDate(summer), formatTime(summer)]).toEqual(['2026-01-01', '01:15'])
    expect(['', null, 'never'].map(formatDateTime)).toEqual(['', '', ''])
  })

  it('is named with its offset at that moment', () => {
    setBusinessZone(far)
    expect([winter, summer].map(at => zoneLabel(new Date(at)))).toEqual([`${far} (UTC+12:45)`, `${far} (UTC+13:45)`])
    setBusinessZone('Asia/Kolkata')
    expect(zoneLabel()).toBe('Asia/Kolkata (UTC+5:30)')
    setBusinessZone('UTC')
    expect(zoneLabel()).toBe('UTC')
  })

  it("shows the reader's own clock only where it differs", () => {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
    setBusinessZone(own)
    expect(viewerClock(winter)).toBe('')
    const shown = formatDateTime(winter)
    setBusinessZone(far)
    expect(viewerClock(winter)).toBe(`${shown} ${own}`)
  })

  it.each([
    ['2026-07-01 00:15:00', winter],
    ['2026-01-01 01:15:00', summer],
    // DST in Berlin skips this hour and repeats the other.
    ['2026-03-29 02:30:00', '2026-03-29T01:30:00.000Z', 'Europe/Berlin'],
    ['2026-10-25 02:30:00', '2026-10-25T00:30:00.000Z', 'Europe/Berlin'],
    ['2026-10-25 03:00:00', '2026-10-25T02:00:00.000Z', 'Europe/Berlin'],
  ])('finds the moment at which its clock shows %s', (shown, moment, zone = far) => {
    setBusinessZone(zone)
    expect(momentOfClock(shown).toISOString()).toBe(moment)
  })

  it.each(['Mars/Base', 'Etc/Unknown', ''])(
    "is replaced by the reader's own when the browser does not support %j",
    name => {
      setBusinessZone(name)
      expect(formatDateTime(winter)).toHaveLength(19)
      expect(zoneLabel()).toContain(new Intl.DateTimeFormat().resolvedOptions().timeZone)
    },
  )

  it('writes file times, each with its own offset', () => {
    setBusinessZone(far)
    const at = (row: string) => row
    const sheet = buildSheet(
      'Players',
      [
        { title: 'At', value: at, kind: 'dateTime' },
        { title: 'On', value: at, kind: 'date' },
      ],
      [winter, summer, 'never'],
    )
    expect(sheet.rows).toEqual([
      ['2026-07-01 00:15:00+12:45', '2026-07-01'],
      ['2026-01-01 01:15:00+13:45', '2026-01-01'],
      ['never', 'never'],
    ])
    setBusinessZone('America/St_Johns')
    expect(businessStamp('2026-01-05T12:00:00.900Z')).toBe('2026-01-05 08:30:00-03:30')
  })
})
