import { describe, expect, it } from 'vitest'
import { createThrottledLog } from './throttled-log'

describe('createThrottledLog', () => {
  it('logs at once, then once a minute with the number of skipped errors', () => {
    let at = 0
    const said: unknown[] = []
    const logger = { error: (about: unknown) => said.push(about) }
    const complain = createThrottledLog(logger as never, 'x', () => at)
    for (; at < 150_000; at += 1_000) complain({ at })
    expect(said).toEqual([{ at: 0 }, { at: 60_000, timesSinceLast: 59 }, { at: 120_000, timesSinceLast: 59 }])
  })
})
