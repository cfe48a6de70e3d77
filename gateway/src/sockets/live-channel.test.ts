import { type LiveGame, liveGameExample } from '@cascade/contracts/live'
import { notFound } from '@cascade/service-kit'
import { silentLogger } from '@cascade/service-kit/testing'
import { describe, expect, it } from 'vitest'
import { createLiveChannel } from './live-channel'
import { createLiveFeeds } from './live-feeds'

const request = { adminId: 'a1', gameId: 'ABCDEFGH' }
const stateAt = (second: number, drawId = `draw ${second}`): LiveGame => ({
  ...{ ...liveGameExample, ...request, drawId },
  now: new Date(Date.UTC(2026, 0, 5, 10, 0, second)).toISOString(),
})
const settle = () => new Promise(resolve => setTimeout(resolve, 5))

function makeChannel(snapshots: (() => Promise<LiveGame>)[]) {
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
    const shown: string[] = []
    const failed: string[] = []
    const channel = createLiveChannel({
      ...{ feeds, logger: silentLogger },
      snapshot: () => snapshots.shift()?.() ?? Promise.reject(new Error('asked too often')),
      isOpen: async () => true,
      show: game => shown.push(game.drawId),
      fail: message => failed.push(message),
    })
    return { channel, shown, failed }
  }
  return { heard, tell: (game: LiveGame) => handlers[0]?.(game), make, ...make() }
}

describe('what a socket sees of a game', () => {
  it('is nothing, and nothing is subscribed to, before the right to see it is known', async () => {
    const { channel, heard, failed } = makeChannel([() => Promise.reject(notFound())])
    channel.ask(request)
    await settle()
    expect([heard, failed]).toEqual([[], ['Not found.']])
  })

  it('misses nothing that happens between the first snapshot and the subscription', async () => {
    const { channel, shown } = makeChannel([async () => stateAt(1), async () => stateAt(2)])
    channel.ask(request)
    await settle()
    expect(shown).toEqual(['draw 1', 'draw 2'])
  })

  it('is shown once when nothing happened meanwhile', async () => {
    const { channel, shown } = makeChannel([async () => stateAt(1, 'same'), async () => stateAt(2, 'same')])
    channel.ask(request)
    await settle()
    expect(shown).toEqual(['same'])
  })

  it('is the newest state at once where somebody watches already, for one snapshot', async () => {
    const { make, channel, tell } = makeChannel([
      async () => stateAt(1),
      async () => stateAt(1),
      async () => stateAt(3, 'older'),
    ])
    channel.ask(request)
    await settle()
    tell(stateAt(4))
    const second = make()
    second.channel.ask(request)
    await settle()
    expect([second.shown, second.failed]).toEqual([['older', 'draw 4'], []])
    channel.leave()
    second.channel.leave()
  })
})
