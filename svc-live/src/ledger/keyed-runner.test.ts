import { silentLogger } from '@cascade/service-kit/testing'
import { afterEach, expect, it } from 'vitest'
import { createKeyedRunner } from './keyed-runner'

const made: { stop: () => Promise<void> }[] = []
afterEach(() => Promise.all(made.splice(0).map(fates => fates.stop())))

function makeFates(atOnce: number, abandonAfterMs?: number) {
  const options = abandonAfterMs === undefined ? {} : { abandonAfterMs }
  const fates = createKeyedRunner({ concurrency: atOnce, logger: silentLogger, name: 'work', ...options })
  made.push(fates)
  return fates
}
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()))

it('runs other keys while one hangs or fails', async () => {
  const fates = makeFates(2)
  const done: string[] = []
  fates.start('hangs', untilAborted)
  fates.start('fails', async () => {
    throw new Error('poison')
  })
  for (const key of ['a', 'b', 'c']) fates.start(key, async () => void done.push(key))
  await expect.poll(() => done).toEqual(['a', 'b', 'c'])
})

it('runs a key once at a time, and not again right after a failure', async () => {
  const fates = makeFates(5)
  const begun: string[] = []
  const work = (key: string, how: (signal: AbortSignal) => Promise<void>) =>
    fates.start(key, signal => {
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
  const fates = makeFates(1, 20)
  const done: string[] = []
  fates.start('never ends', () => new Promise(() => {}))
  fates.start('other', async () => void done.push('other'))
  await expect.poll(() => done).toEqual(['other'])
})
