import { setBusinessZone } from '@cascade/ui-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { endOfDay, startOfDay } from './day-bounds'

describe('bounds of a day', () => {
  it("are in the business time zone, including summer time, whatever the reader's zone", () => {
    setBusinessZone('Europe/Berlin')
    onTestFinished(() => setBusinessZone(undefined))
    expect([startOfDay('2026-03-29'), endOfDay('2026-03-29')]).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T21:59:59.999Z',
    ])
    expect([startOfDay(''), endOfDay(undefined), startOfDay('tomorrow')]).toEqual([undefined, undefined, undefined])
  })
})
