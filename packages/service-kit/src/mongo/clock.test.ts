import type { Db } from 'mongodb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { silentLogger } from '../testing'
import { startDatabaseClock } from './clock'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const startMs = 1_000_000

/** Moments that the clock shows every 100 ms, of a database whose clock jumps after 15 s. */
async function momentsOf(jumpMs: number, seconds: number) {
  const warn = vi.spyOn(silentLogger, 'warn').mockClear()
  const serverMs = () => startMs + performance.now() + (performance.now() > 15_000 ? jumpMs : 0)
  const db = { command: async () => ({ localTime: new Date(serverMs()) }) } as unknown as Db
  const clock = await startDatabaseClock(db, silentLogger)
  const moments = []
  for (let step = 0; step < seconds * 10; step++) {
    await vi.advanceTimersByTimeAsync(100)
    moments.push(clock.now())
  }
  await clock.stop()
  const aheadMs = clock.now() - serverMs()
  return { moments, aheadMs, jumps: warn.mock.calls.map(([fields]) => fields) }
}

describe('the clock', () => {
  it.each([3_000, -3_000])('follows a jump of %i ms within half a minute, and logs it once', async jumpMs => {
    const { moments, aheadMs, jumps } = await momentsOf(jumpMs, 55)
    const steps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0))
    expect([Math.min(...steps), Math.max(...steps)]).toEqual(jumpMs > 0 ? [100, 110] : [90, 100])
    expect(aheadMs).toBe(0)
    expect(jumps).toEqual([{ jumpMs }])
  })

  it('jumps forwards at once after the process was suspended', async () => {
    const { aheadMs, jumps } = await momentsOf(3_600_000, 21)
    expect(aheadMs).toBe(0)
    expect(jumps).toEqual([{ jumpMs: 3_600_000 }])
  })
})
