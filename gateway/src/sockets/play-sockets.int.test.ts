import {
  type DrawsChanged,
  drawsChangedSubject,
  type PlayDraw,
  type PlayersChanged,
  playersChangedSubject,
  playPushExamples,
} from '@cascade/contracts/live'
import { notifyLoops } from '@cascade/service-kit'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { startWorld, until } from '../testing/world'

const open: Socket[] = []

const world = await startWorld({ env: { RATE_LOGIN_PER_MINUTE: '1000' } })
afterAll(() => world.stop())
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})

type Message = { event: string; number: number; [field: string]: unknown }

/** A player's socket with its messages, in the order of arrival. */
async function connect() {
  const auth = { token: (await world.signIn('player')).token }
  const socket = io(world.url, { transports: ['websocket'], reconnection: false, forceNew: true, auth })
  open.push(socket)
  const messages: Message[] = []
  socket.onAny((event: string, message: object) => messages.push({ event, ...message } as Message))
  await until(() => socket.connected)
  return { socket, messages }
}

const { playDraw } = playPushExamples()
const example = ('draw' in playDraw ? playDraw.draw : undefined) as PlayDraw
/** Second of the example's minute. */
const second = (seconds: number) => new Date(Date.parse(example.now) + seconds * 1_000).toISOString()
const setDraw = (gameId: string, changes: Partial<PlayDraw>) =>
  world.live.state.playDraws.set(gameId, { ...example, closesAt: second(3_000), drawAt: second(3_001), ...changes })

const numbers = { credit: 0, play: 0, live: 0 }
/** Announces changes of a feed's next event. */
function announce(feed: keyof typeof numbers, changes: Partial<PlayersChanged>) {
  const after = numbers[feed]++
  world.bus.broadcast(playersChangedSubject(feed), { after, upTo: after + 1, wallets: [], tickets: [], ...changes })
}
const announceBalance = (feed: 'credit' | 'play', balance: string, at: string, accountId = 'id-player') =>
  announce(feed, { wallets: [{ accountId, at, balance }] })

describe('the socket of a player', () => {
  it('sends the draw of a game at once and after each change, and nothing after leaving it', async () => {
    setDraw('FOLLOWED', {})
    const { socket, messages } = await connect()
    const announced = (count: number, changed: DrawsChanged) =>
      until(() => {
        world.bus.broadcast(drawsChangedSubject, changed)
        return messages.length === count
      })
    socket.emit('play', { gameId: 'FOLLOWED' })
    await until(() => messages.length === 1)
    expect(messages[0]).toMatchObject({ event: 'playDraw', number: 1, gameId: 'FOLLOWED', draw: { state: 'open' } })
    setDraw('FOLLOWED', { state: 'stopped', now: second(1) })
    await announced(2, [{ adminId: 'a1', gameId: null }])
    expect(messages[1]).toMatchObject({ number: 2, draw: { state: 'stopped' } })
    socket.emit('play', {})
    setDraw('FOLLOWED', { drawId: 'd2', now: second(2) })
    socket.emit('play', { gameId: 'MISSING' })
    await announced(3, [{ adminId: null, gameId: null }])
    expect(messages[2]).toEqual({ event: 'playDraw', number: 3, gameId: 'MISSING', error: 'Not found.' })
  })

  it('reads a draw again when its betting closes, without an announcement', async () => {
    const { socket, messages } = await connect()
    setDraw('CLOSING', { closesAt: second(0.1) })
    socket.emit('play', { gameId: 'CLOSING' })
    await until(() => messages.length === 1)
    setDraw('CLOSING', { now: second(1), closesAt: second(0.1), state: 'closed' })
    await until(() => messages.length === 2)
    expect(messages[1]).toMatchObject({ number: 2, draw: { state: 'closed' } })
  })

  it("sends the player's balances and tickets in one row of numbers, which has a gap where their order is unknown", async () => {
    const { messages } = await connect()
    const balances = () => messages.flatMap(({ balance }) => (balance === undefined ? [] : [balance]))
    await until(() => {
      announceBalance('play', '99000', second(1))
      return messages.length > 0
    })
    announceBalance('play', '100', second(2), 'id-other')
    announceBalance('credit', '500', second(0))
    announceBalance('credit', '99500', second(2))
    await until(() => balances().at(-1) === 995)
    expect(new Set(balances())).toEqual(new Set([990, 995]))
    const settled = {
      accountId: 'id-player',
      change: 'settled',
      gameId: 'G',
      drawId: 'd1',
      tickets: 2,
      amount: '9000',
    } as const
    announce('live', { tickets: [settled, { ...settled, accountId: 'id-other' }] })
    announce('live', { tickets: [{ ...settled, change: 'claimed', drawId: null }] })
    const isTicket = ({ event }: Message) => event === 'playTicket'
    await until(() => messages.filter(isTicket).length === 2)
    expect(messages.filter(isTicket)).toMatchObject([
      { change: 'settled', gameId: 'G', drawId: 'd1', tickets: 2, amount: 90 },
      { change: 'claimed', gameId: 'G', drawId: null, tickets: 2, amount: 90 },
    ])
    expect(messages.map(({ number }) => number)).toEqual(messages.map((_, index) => index + 1))
    announceBalance('play', '98000', second(2))
    await until(() => balances().at(-1) === 980)
    expect(messages.at(-1)?.number).toBe(messages.length + 1)
  })

  it('leaves a gap in the numbers where an announcement of a feed was lost', async () => {
    const { messages } = await connect()
    await until(() => {
      announceBalance('play', '99000', second(1))
      return messages.length > 0
    })
    announceBalance('play', '98000', second(2))
    await until(() => messages.at(-1)?.balance === 980)
    expect(messages.at(-1)?.number).toBe(messages.length)
    numbers.play += 1
    announceBalance('play', '97000', second(3))
    await until(() => messages.at(-1)?.balance === 970)
    expect(messages.at(-1)?.number).toBe(messages.length + 1)
  })
})

describe('announcements to a player', () => {
  it('are sent to each socket that connects later, and after they change', async () => {
    const { playAnnouncement } = playPushExamples()
    const { announcements } = playAnnouncement
    world.accounts.state.announcements.set('id-player', announcements)
    const { messages } = await connect()
    await until(() => messages.length === 1)
    expect(messages[0]).toEqual({ event: 'playAnnouncement', number: 1, announcements })
    const second = await connect()
    await until(() => second.messages.length === 1)
    expect(second.messages).toEqual(messages)
    world.accounts.state.announcements.delete('id-player')
    await until(() => {
      notifyLoops()
      return messages.length === 2
    })
    expect(messages[1]).toEqual({ event: 'playAnnouncement', number: 2, announcements: [] })
  })
})
