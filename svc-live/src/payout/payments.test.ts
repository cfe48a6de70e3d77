import { silentLogger } from '@cascade/service-kit/testing'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { BaseDeps } from '../base-deps'
import { startPayments } from './payments'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

async function startLoop() {
  let reads = 0
  const leader = { isOpen: true }
  const found: { _id: string; playerId: string }[] = []
  const payments = { findUnfinished: async () => [] }
  const payables = {
    async findOverdue() {
      reads++
      return found
    },
  }
  const deadLetters = { ids: () => [] }
  const transaction = () => new Promise(() => undefined)
  const parts = { logger: silentLogger, clock: { now: () => 0 }, newId: () => 'id', transaction }
  const deps = { ...parts, payments, payables, deadLetters } as unknown as BaseDeps
  const loop = startPayments(deps, () => leader.isOpen)
  const readsIn = async (ms: number) => {
    const before = reads
    await vi.advanceTimersByTimeAsync(ms)
    return reads - before
  }
  await readsIn(0)
  return { loop, found, readsIn, leader }
}

describe('finishing payments', () => {
  it('looks for work often while there is some, and rarely otherwise', async () => {
    const { found, readsIn } = await startLoop()
    expect(await readsIn(30_000)).toBeLessThanOrEqual(6)
    found.push({ _id: 'ticket', playerId: 'player' })
    expect(await readsIn(30_000)).toBeGreaterThanOrEqual(20)
    found.length = 0
    expect(await readsIn(31_000)).toBeLessThanOrEqual(8)
  })

  it('looks for work at once when it is notified, as by a new leader', async () => {
    const { loop, leader, readsIn } = await startLoop()
    leader.isOpen = false
    expect(await readsIn(30_000)).toBe(0)
    leader.isOpen = true
    loop.notify()
    expect(await readsIn(0)).toBe(1)
  })
})
