import type { Db, MongoClient } from 'mongodb'
import { onTestFinished, vi } from 'vitest'

const stepMs = 50

/**
 * Fakes timers and clock for the rest of the test. They follow real time until the first `advance`, and again when the
 * test has finished. Commands of watched clients end within the step in which they begin, however slow the machine is.
 * @param db a database that always answers
 */
export function useFakeTimers(db: () => Db) {
  let inFlight = 0
  vi.useFakeTimers().setTimerTickMode('interval')
  onTestFinished(() => void vi.useRealTimers())

  async function step() {
    await vi.advanceTimersByTimeAsync(stepMs)
    do await db().command({ ping: 1 })
    while (inFlight > 0)
  }

  function freeze() {
    vi.setTimerTickMode('manual')
    onTestFinished(() => void vi.setTimerTickMode('interval'))
  }

  return {
    watch(client: MongoClient) {
      client.on('commandStarted', () => (inFlight += 1))
      for (const end of ['commandSucceeded', 'commandFailed'] as const) client.on(end, () => (inFlight -= 1))
    },
    freeze,
    /** The clock follows real time until the next `advance`: connecting takes real time. */
    follow: () => void vi.setTimerTickMode('interval'),
    async advance(ms: number) {
      for (let left = ms; left > 0; left -= stepMs) await step()
    },
    /** Advances until `read` returns `expected`. @throws Error after a minute of the faked clock */
    async advanceUntil<T>(read: () => Promise<T>, expected: T) {
      for (let left = 60_000; (await read()) !== expected; left -= stepMs) {
        if (left <= 0) throw new Error(`Still ${await read()} after a minute, expected ${expected}.`)
        await step()
      }
    },
  }
}
