import { type LiveChange, type LiveGame, liveGameExample } from '@cascade/contracts/live'
import { notFound } from '@cascade/service-kit'
import { silentLogger } from '@cascade/service-kit/testing'
import { describe, expect, it } from 'vitest'
import { createLiveChannel } from './live-channel'
import { createLiveFeeds } from './live-feeds'

const request = { adminId: 'a1', gameId: 'ABCDEFGH' }
const { epoch } = liveGameExample.feed
const now = '2026-01-05T10:00:00.000Z'

const stateAt = (number: number): LiveGame => ({ ...liveGameExample, ...request, now, feed: { epoch, number } })
const changeTo = (number: number): LiveChange => ({ ...request, now, feed: { epoch, number }, tickets: number })
const settle = () => new Promise(resolve => setTimeout(resolve, 5))

function makeChannel(snapshots: (() => Promise<LiveGame>)[], watch: () => Promise<unknown> = async () => ({})) {
  const heard: string[] = []
  const handlers: ((payload: unknown) => void)[] = []
  const feeds = createLiveFeeds({
    logger: silentLogger,
    bus: {
      async listen(subject, handle) {
        heard.push(subject)
        handlers.push(payload => handle(payload, subject))
        return () => undefined
      },
    },
  })
  const make = () => {
    const states: number[] = []
    const failed: string[] = []
    const channel = createLiveChannel({
      feeds,
      watch,
      logger: silentLogger,
      snapshot: () => snapshots.shift()?.() ?? Promise.reject(new Error('asked too often')),
      isOpen: async () => true,
      show: game => states.push(game.feed.number),
      fail: message => failed.push(message),
    })
    return { channel, states, failed }
  }
  return { heard: () => heard.slice(1), publish: (change: LiveChange) => handlers[1]?.(change), make, ...make() }
}

describe('a live channel', () => {
  it('shows and subscribes to nothing before the user is authorized', async () => {
    const { channel, heard, failed } = makeChannel([() => Promise.reject(notFound())])
    channel.request(request)
    await settle()
    expect([heard(), failed]).toEqual([[], ['Not found.']])
  })

  it('ends with a message when the game is deleted', async () => {
    const { channel, publish, states, failed } = makeChannel([async () => stateAt(1), async () => stateAt(1)])
    channel.request(request)
    await settle()
    publish({ ...changeTo(2), removed: true })
    publish(changeTo(3))
    await settle()
    expect([states, failed]).toEqual([[1], ['This game was removed.']])
  })

  it('misses no change between the first snapshot and the subscription', async () => {
    const { channel, states } = makeChannel([async () => stateAt(1), async () => stateAt(2)])
    channel.request(request)
    await settle()
    expect(states).toEqual([1, 2])
  })

  it('shows an unchanged state once', async () => {
    const { channel, states } = makeChannel([async () => stateAt(1), async () => stateAt(1)])
    channel.request(request)
    await settle()
    expect(states).toEqual([1])
  })

  it('shows the cached state at once when others watch the game', async () => {
    const { make, channel, publish } = makeChannel([async () => stateAt(1), async () => stateAt(1)])
    channel.request(request)
    await settle()
    publish(changeTo(2))
    const second = make()
    second.channel.request(request)
    await settle()
    expect([second.states, second.failed]).toEqual([[2], []])
    channel.leave()
    second.channel.leave()
  })

  it('shows nothing of a watched game to a user without access', async () => {
    const snapshots = [async () => stateAt(1), async () => stateAt(1)]
    const { make, channel } = makeChannel(snapshots, () => Promise.reject(notFound()))
    channel.request(request)
    await settle()
    const stranger = make()
    stranger.channel.request(request)
    await settle()
    expect([stranger.states, stranger.failed]).toEqual([[], ['Not found.']])
    channel.leave()
  })
})
