import { expect, it } from 'vitest'
import { AppError, busy } from './errors'
import type { Logger } from './logger'
import { startLoop } from './loop'

/** The level of what a loop says of a round that failed with `error`. */
async function levelOf(error: Error) {
  let loop: ReturnType<typeof startLoop> | undefined
  const level = await new Promise<string>(resolve => {
    const logger = { info: () => resolve('info'), warn: () => resolve('warn') } as unknown as Logger
    loop = startLoop(() => Promise.reject(error), { everyMs: 60_000, logger, name: 'test' })
  })
  await loop?.stop()
  return level
}

it('does not warn of a process that is away, as others are while all of them start', async () => {
  expect(await levelOf(busy(1, 'SERVICE_AWAY'))).toBe('info')
  expect(await levelOf(new AppError('CONFLICT', 'no'))).toBe('warn')
  expect(await levelOf(new Error('broken'))).toBe('warn')
})
