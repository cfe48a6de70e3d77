import { type LiveGame, liveGameExample } from '@cascade/contracts/live'
import { AppError } from '@cascade/service-kit'
import { silentLogger } from '@cascade/service-kit/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startLiveFeed } from './live-feed'

const start = Date.parse('2026-03-01T10:00:00Z')
const liveAt = (now: number): LiveGame => ({
  ...liveGameExample,
  adminId: 'a1',
  drawId: `a1_MNOQqWWi_${Math.floor(now / 60_000)}`,
  drawAt: new Date((Math.floor(now / 60_000) + 1) * 60_000).toISOString(),
  now: new Date(now).toISOString(),
})

function makeFeed(read: (adminId: string, gameId: string) => Promise<LiveGame> = async () => liveAt(Date.now())) {
  const told: string[] = []
  const feed = startLiveFeed({
    read,
    publish: (subject, live) => told.push(`${subject} ${live.drawAt}`),
    now: () => Date.now(),
    logger: silentLogger,
  })
  return { feed, told }
}

beforeEach(() => vi.useFakeTimers({ now: start }))
afterEach(() => vi.useRealTimers())

describe('the live feed', () => {
  it('tells of each new draw of a pair that somebody watches', async () => {
    const { feed, told } = makeFeed()
    feed.asked(liveAt(start))
    await vi.advanceTimersByTimeAsync(59_000)
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(61_500)
    expect(told).toEqual([
      'feed.live.a1.MNOQqWWi 2026-03-01T10:02:00.000Z',
      'feed.live.a1.MNOQqWWi 2026-03-01T10:03:00.000Z',
    ])
    await feed.stop()
  })

  it('tells many changes at most four times a second', async () => {
    const { feed, told } = makeFeed()
    feed.asked(liveAt(start))
    for (let index = 0; index < 100; index++) {
      feed.changed('a1', 'MNOQqWWi')
      await vi.advanceTimersByTimeAsync(10)
    }
    expect(told).toHaveLength(4)
    await feed.stop()
  })

  it('says nothing about what nobody watches', async () => {
    const { feed, told } = makeFeed()
    feed.changed('a1', 'MNOQqWWi')
    await vi.advanceTimersByTimeAsync(120_000)
    feed.asked(liveAt(Date.now()))
    await vi.advanceTimersByTimeAsync(30 * 60_000 + 500)
    const before = told.length
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(told.length).toBe(before)
    await feed.stop()
  })

  it('tries again after a failure and drops what is gone', async () => {
    let answer: () => Promise<LiveGame> = async () => {
      throw new Error('database is away')
    }
    const read = vi.fn(() => answer())
    const { feed, told } = makeFeed(read)
    feed.asked(liveAt(start))
    await vi.advanceTimersByTimeAsync(61_000)
    expect(read.mock.calls.length).toBeGreaterThan(1)
    answer = async () => liveAt(Date.now())
    await vi.advanceTimersByTimeAsync(300)
    expect(told).toHaveLength(1)
    answer = async () => {
      throw new AppError('NOT_FOUND', 'Not found.')
    }
    await vi.advanceTimersByTimeAsync(61_000)
    const calls = read.mock.calls.length
    await vi.advanceTimersByTimeAsync(61_000)
    expect(read.mock.calls.length).toBe(calls)
    await feed.stop()
  })
})
