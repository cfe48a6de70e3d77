import { type DrawsChanged, drawsChangedSubject, type PlayDraw, playPushExamples } from '@cascade/contracts/live'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { startWorld, until, type World } from '../testing/world'

let world: World
const open: Socket[] = []

beforeAll(async () => {
  world = await startWorld({ natsUrl: inject('natsUrl'), env: { RATE_LOGIN_PER_MINUTE: '1000' } })
})
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

function publish(type: string, data: object, at: string) {
  const envelope = { id: 'e', actor: null, correlationId: 'c', causationId: null, seq: 1 }
  world.bus.broadcast(type, { ...envelope, type, at, data })
}

const player = { id: 'id-player', username: 'player', ancestry: {} }
const offering = { adminId: 'a1', gameId: 'G' }
function publishStake(playerBalance: string, at: string, of = player) {
  const by = { id: 'x', username: 'x', role: 'player' }
  const booking = { ...offering, transferId: 't', ticketId: 't', bizDate: '2026-03-01', poolBalance: '0', by }
  const stake = { ...booking, player: of, amount: '1000', playerBalance, gateVersion: 1, details: {} }
  publish('play.stake.booked.v1', stake, at)
}
function publishTransfer(destinationBalance: string, at: string) {
  const [source, destination] = ['m', player.id].map(id => ({ walletId: id, username: id, role: 'x', ancestry: {} }))
  const about = {
    transferId: 't',
    kind: 'transfer',
    amount: '100',
    note: '',
    bizDate: '2026-03-01',
    sourceBalance: '0',
  }
  publish('credit.transfer.recorded.v1', { ...about, source, destination, destinationBalance }, at)
}

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
      publishStake('99000', second(1))
      return messages.length > 0
    })
    publishStake('100', second(2), { ...player, id: 'id-other' })
    publishTransfer('500', second(0))
    publishTransfer('99500', second(2))
    await until(() => balances().at(-1) === 995)
    expect(new Set(balances())).toEqual(new Set([990, 995]))
    const rates = { superareamanager: 0, areamanager: 0, master: 0, player: 0 }
    const settled = { ...player, stakeDay: '2026-03-01', tickets: 2, play: '1000', win: '9000', rates }
    const draw = { ...offering, drawId: 'd1', resultVersion: 1, drawAt: second(0), result: '7', booster: 1, chunk: 0 }
    const players = [settled, { ...settled, id: 'id-other' }]
    publish('live.draw.settled.v1', { ...draw, day: '2026-03-01', players }, second(3))
    const won = { ...offering, player, amount: '9000', tickets: 2, day: '2026-03-01', isAutomatic: false }
    publish('live.ticket.claimed.v1', { ...won, claimId: 'c' }, second(3))
    const isTicket = ({ event }: Message) => event === 'playTicket'
    await until(() => messages.filter(isTicket).length === 2)
    expect(messages.filter(isTicket)).toMatchObject([
      { change: 'settled', gameId: 'G', drawId: 'd1', tickets: 2, amount: 90 },
      { change: 'claimed', gameId: 'G', drawId: null, tickets: 2, amount: 90 },
    ])
    expect(messages.map(({ number }) => number)).toEqual(messages.map((_, index) => index + 1))
    publishStake('98000', second(2))
    await until(() => balances().at(-1) === 980)
    expect(messages.at(-1)?.number).toBe(messages.length + 1)
  })
})
