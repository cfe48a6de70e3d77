import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOpenDrawCache } from './rounds'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function rowsThatCount({ hasBets } = { hasBets: true }) {
  let reads = 0
  const open = async () => {
    reads += 1
    return []
  }
  const rows = createOpenDrawCache({ listOpen: open }, () => hasBets)
  return { rows, reads: () => reads }
}

describe('the cache of open draws', () => {
  it('caches open draws for one second after any read', async () => {
    const { rows, reads } = rowsThatCount()
    await rows.recent()
    vi.advanceTimersByTime(900)
    await rows.recent()
    expect(reads()).toBe(1)
    await rows.read()
    vi.advanceTimersByTime(900)
    await rows.recent()
    expect(reads()).toBe(2)
    vi.advanceTimersByTime(100)
    await rows.recent()
    expect(reads()).toBe(3)
  })

  it('caches open draws for longer when there are no bets', async () => {
    const { rows, reads } = rowsThatCount({ hasBets: false })
    await rows.recent()
    vi.advanceTimersByTime(4_900)
    await rows.recent()
    expect(reads()).toBe(1)
    vi.advanceTimersByTime(100)
    await rows.recent()
    expect(reads()).toBe(2)
  })

  it('drops the cached draws when the engine has run elsewhere', async () => {
    const { rows, reads } = rowsThatCount()
    await rows.recent()
    rows.clear()
    await rows.recent()
    expect(reads()).toBe(2)
  })
})
