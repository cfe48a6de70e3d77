import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeFakeSocket } from '../../testing/fake-socket'
import { makeLiveGame } from '../../testing/make-live-game'
import type { FeedPhase } from './liveness'
import { createOfferingFeed } from './offering-feed'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const offering = { adminId: 'admin-1', gameId: 'MNOQqWWi' }
const requestFor = (each: typeof offering) => ({ ...each, changes: true })
const other = { adminId: 'admin-1', gameId: 'qZicXibb' }

function makeFeed() {
  const remote = makeFakeSocket()
  const games: string[] = []
  const timers: string[] = []
  const phases: FeedPhase[] = []
  const changes: number[] = []
  const feed = createOfferingFeed(remote.socket, {
    game: live => games.push(live.drawId),
    change: ({ feed: { number } }) => {
      changes.push(number)
      return number !== 99
    },
    timer: push => timers.push(push.time),
    phase: phase => phases.push(phase),
  })
  return { ...remote, feed, games, timers, phases, changes }
}

describe('the feed of an offering', () => {
  it('connects and requests once, 300 ms after the last change of the offering', () => {
    const { feed, state, connected, sent } = makeFeed()
    feed.watch(other)
    vi.advanceTimersByTime(299)
    feed.watch(offering)
    vi.advanceTimersByTime(299)
    expect(state.attempts).toBe(0)
    vi.advanceTimersByTime(1)
    expect(state.attempts).toBe(1)
    connected()
    expect(sent).toEqual([
      ['gameData', requestFor(offering)],
      ['timerData', offering],
    ])
  })

  it('requests a changed offering over the open socket', () => {
    const { feed, connected, payloadsOf } = makeFeed()
    feed.watch(offering)
    vi.advanceTimersByTime(300)
    connected()
    feed.watch(other)
    vi.advanceTimersByTime(300)
    expect(payloadsOf('gameData')).toEqual([offering, other].map(requestFor))
  })

  it('repeats its request after every reconnection', () => {
    const { feed, connected, lost, payloadsOf, phases } = makeFeed()
    feed.watch(offering)
    vi.advanceTimersByTime(300)
    connected()
    lost()
    expect(phases.at(-1)).toBe('down')
    connected()
    lost()
    connected()
    expect(payloadsOf('gameData')).toEqual([offering, offering, offering].map(requestFor))
    expect(payloadsOf('timerData')).toEqual([offering, offering, offering])
  })

  it('sends no request while nothing changes', () => {
    const { feed, connected, receive, payloadsOf } = makeFeed()
    feed.watch(offering)
    vi.advanceTimersByTime(300)
    connected()
    receive('responseData', makeLiveGame())
    vi.advanceTimersByTime(10 * 60_000)
    expect(payloadsOf('gameData')).toEqual([requestFor(offering)])
  })

  it('is live with the first draw and forwards only draws of its own offering', () => {
    const { feed, connected, receive, games, phases } = makeFeed()
    feed.watch(offering)
    vi.advanceTimersByTime(300)
    connected()
    expect(phases).toEqual(['connecting'])
    receive('responseData', makeLiveGame({ drawId: 'mine' }))
    receive('responseData', makeLiveGame({ drawId: 'foreign', gameId: other.gameId }))
    receive('responseData', { nonsense: true })
    expect(games).toEqual(['mine'])
    expect(phases).toEqual(['connecting', 'live'])
  })

  it('is down after a rejection and retries after a pause', () => {
    const { feed, connected, receive, payloadsOf, phases } = makeFeed()
    feed.watch(offering)
    vi.advanceTimersByTime(300)
    connected()
    receive('responseData', { error: 'Not found.' })
    expect(phases.at(-1)).toBe('down')
    expect(payloadsOf('gameData')).toHaveLength(1)
    vi.advanceTimersByTime(3000)
    expect(payloadsOf('gameData')).toHaveLength(2)
  })

  it('does not request a deleted game again', () => {
    const { feed, connected, receive, payloadsOf, phases } = makeFeed()
    feed.watch(offering)
    vi.advanceTimersByTime(300)
    connected()
    receive('responseData', { error: 'This game was removed.', removed: true })
    vi.advanceTimersByTime(60_000)
    expect(phases.at(-1)).toBe('removed')
    expect(payloadsOf('gameData')).toHaveLength(1)
  })

  it('reconnects when the library gives up after a rejection by the server', () => {
    const { feed, state, receive } = makeFeed()
    feed.watch(offering)
    vi.advanceTimersByTime(300)
    state.active = false
    receive('connect_error', new Error('Please log in again.'))
    vi.advanceTimersByTime(3000)
    expect(state.attempts).toBe(2)
  })

  it('forwards timers of its game and requests one on demand', () => {
    const { feed, connected, receive, timers, payloadsOf } = makeFeed()
    feed.watch(offering)
    expect(feed.requestTimer()).toBe(false)
    vi.advanceTimersByTime(300)
    connected()
    const push = { time: '00:30', drawAt: '2025-03-04T05:01:00.000Z', now: '2025-03-04T05:00:30.000Z' }
    receive('timer', { ...push, gameId: offering.gameId })
    receive('timer', { ...push, gameId: other.gameId, time: '00:10' })
    expect(timers).toEqual(['00:30'])
    expect(feed.requestTimer()).toBe(true)
    expect(payloadsOf('timerData')).toHaveLength(2)
  })

  it('closes the socket when it is stopped and sends nothing more', () => {
    const { feed, state, connected, receive, sent } = makeFeed()
    feed.watch(offering)
    vi.advanceTimersByTime(300)
    connected()
    receive('responseData', { error: 'Not found.' })
    feed.stop()
    const before = sent.length
    vi.advanceTimersByTime(60_000)
    expect(state.closed).toBe(true)
    expect(sent).toHaveLength(before)
  })

  it('forwards changes of its offering and requests the full state after a gap', () => {
    const { feed, connected, receive, payloadsOf, changes, phases } = makeFeed()
    feed.watch(offering)
    vi.advanceTimersByTime(300)
    connected()
    const change = (number: number) => ({ ...offering, now: '2026-03-01T10:00:31.000Z', feed: { epoch: 'e1', number } })
    receive('liveChange', change(13))
    receive('liveChange', { ...change(14), gameId: other.gameId })
    expect(changes).toEqual([13])
    expect(phases.at(-1)).toBe('live')
    expect(payloadsOf('gameData')).toHaveLength(1)
    receive('liveChange', change(99))
    expect(payloadsOf('gameData')).toHaveLength(2)
  })

  it('is down when a connected socket is silent for two ticks, and requests it again until it responds', () => {
    const { feed, connected, receive, payloadsOf, phases } = makeFeed()
    feed.watch(offering)
    vi.advanceTimersByTime(300)
    connected()
    receive('responseData', makeLiveGame({ tickMs: 2_000 }))
    const tick = (number: number) => ({
      ...offering,
      now: '2026-03-01T10:00:31.000Z',
      tickMs: 2_000,
      feed: { epoch: 'e1', number },
    })
    for (let number = 1; number < 10; number++) {
      vi.advanceTimersByTime(2_000)
      receive('liveChange', tick(number))
    }
    expect(phases.at(-1)).toBe('live')
    expect(payloadsOf('gameData')).toHaveLength(1)
    vi.advanceTimersByTime(4_000)
    expect(phases.at(-1)).toBe('down')
    vi.advanceTimersByTime(8_000)
    expect(payloadsOf('gameData')).toHaveLength(4)
    receive('liveChange', tick(10))
    expect(phases.at(-1)).toBe('live')
  })
})
