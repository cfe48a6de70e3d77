import { afterEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../testing'
import { createKeyedRunner } from './keyed-runner'

const runners: { stop: () => Promise<void> }[] = []
afterEach(() => Promise.all(runners.splice(0).map(runner => runner.stop())))

function makeRunner(atOnce: number, abandonAfterMs?: number) {
  const options = abandonAfterMs === undefined ? {} : { abandonAfterMs }
  const runner = createKeyedRunner({ concurrency: atOnce, logger: silentLogger, name: 'work', ...options })
  runners.push(runner)
  return runner
}
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()))

describe('the keyed runner', () => {
  it('runs other keys while one hangs or fails', async () => {
    const runner = makeRunner(2)
    const done: string[] = []
    runner.start('hangs', untilAborted)
    runner.start('fails', async () => {
      throw new Error('poison')
    })
    for (const key of ['a', 'b', 'c']) runner.start(key, async () => void done.push(key))
    await expect.poll(() => done).toEqual(['a', 'b', 'c'])
  })

  it('runs a key once at a time, and not again right after a failure', async () => {
    const runner = makeRunner(5)
    const begun: string[] = []
    const work = (key: string, how: (signal: AbortSignal) => Promise<void>) =>
      runner.start(key, signal => {
        begun.push(key)
        return how(signal)
      })
    work('hangs', untilAborted)
    work('fails', () => Promise.reject(new Error('poison')))
    await expect.poll(() => begun).toEqual(['hangs', 'fails'])
    work('hangs', untilAborted)
    work('fails', () => Promise.reject(new Error('poison')))
    work('other', async () => undefined)
    await expect.poll(() => begun).toEqual(['hangs', 'fails', 'other'])
  })

  it('frees the slot of a task that never ends', async () => {
    const runner = makeRunner(1, 20)
    const done: string[] = []
    runner.start('never ends', () => new Promise(() => {}))
    runner.start('other', async () => void done.push('other'))
    await expect.poll(() => done).toEqual(['other'])
  })
})
