import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { localNow, readServerDate, resetClock, serverNow } from './clock'

const right = Date.parse('2026-11-27T10:00:00.400Z')
const header = (at: number) => new Date(at).toUTCString()
const dayMs = 86_400_000
const computerShows = (at: number) => vi.useFakeTimers({ now: at, toFake: ['Date'] })

beforeEach(() => void computerShows(right))
afterEach(() => {
  resetClock()
  vi.useRealTimers()
})

describe("the server's clock", () => {
  it.each([30 * dayMs, -2 * dayMs, 5 * 60_000])('is followed when the computer is %i ms ahead', aheadMs => {
    computerShows(right + aheadMs)
    readServerDate(header(right), localNow())
    expect(Math.abs(serverNow() - right)).toBeLessThanOrEqual(1_000)
  })

  it.each([0, 20_000])('does not correct a right clock when a response took %i ms', tookMs => {
    readServerDate(header(right - tookMs / 2), right - tookMs)
    expect(serverNow()).toBe(right)
  })

  it('follows a correction and ignores invalid dates', () => {
    computerShows(right + dayMs)
    readServerDate(header(right), localNow())
    computerShows(right)
    readServerDate(header(right), localNow())
    readServerDate('soon', localNow())
    readServerDate(null, localNow())
    expect(Math.abs(serverNow() - right)).toBeLessThanOrEqual(1_000)
  })
})
