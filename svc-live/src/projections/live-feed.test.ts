import { gameCodes } from '@cascade/contracts/games'
import { LiveChange } from '@cascade/contracts/live'
import { silentLogger } from '@cascade/service-kit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFeedState, createOpenDraw, markLegChanged, type OpenOffering } from '../betting/open-draws'
import { makeGame } from '../testing/make-game'
import { startLiveFeed } from './live-feed'

const feeds: { stop: () => Promise<void> }[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(feeds.splice(0).map(feed => feed.stop()))
})

const times = { opensAtMs: 0, lockAtMs: 55_000, drawAtMs: 60_000, version: 1 }

function watched(adminId: string): OpenOffering {
  const gameId = gameCodes.funTarget
  return {
    adminId,
    gameId,
    key: `${adminId}|${gameId}`,
    gameName: 'Game',
    gateVersion: 0,
    winpercentage: 10,
    draw: createOpenDraw({ drawId: 'd0', times, seedKeyId: 's1', rules: makeGame(gameId) }),
    pool: { balance: 0n, seq: 0 },
    day: { day: '1970-01-01', play: 0n, win: 0n },
    results: [],
    pending: [],
    stops: { game: false, admin: false, everywhere: false },
    feed: { ...createFeedState(), watchedUntilMs: 60_000, figures: true },
    usedAtMs: 0,
  }
}

/** The feed of some offerings with a clock that the test sets, and the messages published for each. */
function startFeed(
  offerings: OpenOffering[],
  isThere: () => boolean,
  roll: (offering: OpenOffering) => Promise<OpenOffering>,
) {
  const published = new Map<string, LiveChange[]>()
  const open = new Set(offerings)
  const clock = { nowMs: 10_000 }
  const engine = {
    isOpen: () => true,
    term: () => 1,
    offerings: { all: () => [...open], remove: (offering: OpenOffering) => open.delete(offering), roll },
  }
  const deps = {
    catalog: { find: () => (isThere() ? {} : undefined) },
    clock: { now: () => clock.nowMs },
    seeds: { commitment: () => 'c' },
  }
  const publish = (subject: string, payload: unknown) => {
    const change = LiveChange.safeParse(payload)
    if (change.success) published.set(subject, [...(published.get(subject) ?? []), change.data])
  }
  feeds.push(startLiveFeed(deps as never, { engine: engine as never, publish, epoch: 'e', logger: silentLogger }))
  const of = (adminId: string) => published.get(`feed.live.${adminId}.${gameCodes.funTarget}`) ?? []
  return { of, clock, size: () => open.size }
}

describe('the live feed', () => {
  it('publishes all other games while one fails', async () => {
    const { of } = startFeed(
      ['a1', 'a2', 'a3'].map(watched),
      () => true,
      async offering => {
        if (offering.adminId === 'a1') throw new Error('poison')
        return offering
      },
    )
    await expect.poll(() => [of('a1').length, of('a2').length, of('a3').length]).toEqual([0, 1, 1])
  })

  it('removes a deleted game and notifies its watchers', async () => {
    const world = { isThere: true }
    const { of, size } = startFeed(
      [watched('a1')],
      () => world.isThere,
      async offering => offering,
    )
    await expect.poll(() => of('a1').length).toBe(1)
    world.isThere = false
    await expect.poll(() => of('a1').at(-1)).toMatchObject({ removed: true, feed: { number: 2 } })
    expect(size()).toBe(0)
  })

  it('publishes a tick when nothing has changed, with its interval', async () => {
    const { of, clock } = startFeed(
      [watched('a1')],
      () => true,
      async offering => offering,
    )
    await expect.poll(() => of('a1').length).toBe(1)
    clock.nowMs += of('a1')[0]?.tickMs ?? 0
    await expect.poll(() => of('a1').length).toBe(2)
    expect(Object.keys(of('a1')[1] ?? {}).sort()).toEqual(['adminId', 'feed', 'gameId', 'now', 'tickMs'])
  })

  it('publishes the first change at once, and later ones together at most four times a second', async () => {
    vi.useFakeTimers()
    const offering = watched('a1')
    const { of } = startFeed(
      [offering],
      () => true,
      async each => each,
    )
    await vi.advanceTimersByTimeAsync(1_000)
    const before = of('a1').length
    const bet = (leg: string) => markLegChanged(offering, leg)
    bet('straight:7')
    await vi.advanceTimersByTimeAsync(50)
    expect(of('a1')).toHaveLength(before + 1)
    bet('straight:8')
    await vi.advanceTimersByTimeAsync(100)
    bet('straight:9')
    expect(of('a1')).toHaveLength(before + 1)
    await vi.advanceTimersByTimeAsync(150)
    expect(of('a1').slice(before + 1)).toMatchObject([{ data: [{ index: 7 }, { index: 8 }] }])
  })
})
