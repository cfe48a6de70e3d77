import { describe, expect, it } from 'vitest'
import { createLogger, type Logger } from '../telemetry/logger'
import { AppError, busy } from './errors'
import { notifyLoops, overdueLoops, startLoop } from './loop'

async function levelOf(error: Error) {
  let loop: ReturnType<typeof startLoop> | undefined
  const level = await new Promise<string>(resolve => {
    const logger = { info: () => resolve('info'), warn: () => resolve('warn') } as unknown as Logger
    loop = startLoop(() => Promise.reject(error), { everyMs: 60_000, logger, name: 'test' })
  })
  await loop?.stop()
  return level
}

describe('a loop', () => {
  it('logs an unavailable process as info, and other failures as warnings', async () => {
    expect(await levelOf(busy(1, 'SERVICE_AWAY'))).toBe('info')
    expect(await levelOf(new AppError('CONFLICT', 'no'))).toBe('warn')
    expect(await levelOf(new Error('broken'))).toBe('warn')
  })

  const silent = { info() {}, warn() {}, error() {} } as unknown as Logger
  const never = () => new Promise<undefined>(() => {})

  it('abandons a round that exceeds its limit, reports the loop as overdue until a round ends, and continues', async () => {
    const signals: AbortSignal[] = []
    const counted: string[][] = []
    const loop = startLoop(
      async signal => {
        signals.push(signal)
        counted.push(overdueLoops())
        return signals.length < 3 ? never() : undefined
      },
      { everyMs: 1, limitMs: 20, logger: silent, name: 'stuck' },
    )
    await expect.poll(() => signals.length).toBeGreaterThan(3)
    expect(counted.slice(0, 4)).toEqual([[], ['stuck'], ['stuck'], []])
    expect(signals.slice(0, 3).map(({ aborted }) => aborted)).toEqual([true, true, false])
    await loop.stop()
  })

  it('does not abandon a round that makes progress', async () => {
    let rounds = 0
    const loop = startLoop(
      async (_signal, progress) => {
        rounds++
        for (let step = 0; step < 20; step++) {
          await new Promise(resolve => setTimeout(resolve, 10))
          progress()
        }
        return undefined
      },
      { everyMs: 1, limitMs: 100, logger: silent, name: 'slow' },
    )
    await expect.poll(() => rounds).toBeGreaterThan(1)
    expect(overdueLoops()).toEqual([])
    await loop.stop()
  })

  it('starts the next round of a loop in its pause when all loops are notified', async () => {
    let rounds = 0
    const round = async () => {
      rounds++
      return undefined
    }
    const loop = startLoop(round, { everyMs: 3_600_000, logger: createLogger('test', 'silent'), name: 'slow' })
    await expect.poll(() => rounds).toBe(1)
    notifyLoops()
    await expect.poll(() => rounds).toBe(2)
    await loop.stop()
  })
})
