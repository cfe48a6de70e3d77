import {
  drawsChangedSubject,
  type PlayDraw,
  type PlayDrawPush,
  type PlayTicketPush,
  type PlayWalletPush,
  playPushExamples,
} from '@cascade/contracts/live'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
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

type Message = PlayDrawPush | PlayWalletPush | PlayTicketPush

/** A player's socket and its messages by event, in the order of arrival. */
async function connect() {
  const { token } = await world.signIn('player')
  const options = { transports: ['websocket'], upgrade: false, reconnection: false, forceNew: true }
  const socket = io(world.url, { ...options, auth: { token } })
  open.push(socket)
  const messages: [string, Message][] = []
  socket.onAny((event: string, message: Message) => messages.push([event, message]))
  await until(() => socket.connected)
  const of = <M extends Message>(event: string) =>
    messages.flatMap(([name, message]) => (name === event ? [message as M] : []))
  return { socket, messages, of }
}

/** Betting closes and the draw ends long after the test. */
function makeDraw(overrides: Partial<PlayDraw> = {}): PlayDraw {
  const { playDraw } = playPushExamples()
  if (!('draw' in playDraw)) throw new Error('The example is a draw.')
  return {
    ...playDraw.draw,
    drawId: 'd1',
    closesAt: '2026-03-01T10:50:00.000Z',
    drawAt: '2026-03-01T10:55:00.000Z',
    ...overrides,
  }
}

let seq = 0
function publish(type: string, data: object, at = '2026-03-01T10:00:31.000Z') {
  seq += 1
  world.bus.broadcast(type, { id: `e${seq}`, type, at, data, actor: null, correlationId: 'c', causationId: null, seq })
}

const player = { id: 'id-player', username: 'player', ancestry: {} }
const booking = {
  transferId: 't',
  adminId: 'a1',
  gameId: 'G',
  bizDate: '2026-03-01',
  poolBalance: '0',
  by: { id: 'x', username: 'x', role: 'player' },
}
const stake = (balance: string) => ({
  ...booking,
  ticketId: 't',
  player,
  amount: '1000',
  playerBalance: balance,
  gateVersion: 1,
  details: {},
})
const party = (walletId: string) => ({ walletId, username: walletId, role: 'player', ancestry: {} })
const transfer = (balance: string) => ({
  transferId: 't',
  kind: 'transfer',
  amount: '100',
  source: party('m'),
  destination: party(player.id),
  sourceBalance: '0',
  destinationBalance: balance,
  note: '',
  bizDate: '2026-03-01',
})

it('a player who follows a game gets its draw at once and after each change, and nothing after leaving it', async () => {
  world.live.state.playDraws.set('FOLLOWED', makeDraw())
  const { socket, of } = await connect()
  const draws = () => of<PlayDrawPush>('playDraw')
  socket.emit('play', { gameId: 'FOLLOWED' })
  await until(() => draws().length === 1)
  expect(draws()[0]).toEqual({ number: 1, gameId: 'FOLLOWED', draw: makeDraw() })
  world.live.state.playDraws.set('FOLLOWED', makeDraw({ state: 'stopped', now: '2026-03-01T10:00:40.000Z' }))
  await until(() => {
    world.bus.broadcast(drawsChangedSubject, [{ adminId: 'a1', gameId: null }])
    return draws().length === 2
  })
  expect(draws()[1]).toMatchObject({ number: 2, draw: { state: 'stopped' } })
  socket.emit('play', {})
  world.live.state.playDraws.set('FOLLOWED', makeDraw({ drawId: 'd2', now: '2026-03-01T10:00:50.000Z' }))
  socket.emit('play', { gameId: 'MISSING' })
  await until(() => {
    world.bus.broadcast(drawsChangedSubject, [{ adminId: null, gameId: null }])
    return draws().length === 3
  })
  expect(draws()[2]).toEqual({ number: 3, gameId: 'MISSING', error: 'Not found.' })
})

it('a draw is read again when its betting closes, without an announcement', async () => {
  const now = '2026-03-01T10:00:30.000Z'
  world.live.state.playDraws.set('CLOSING', makeDraw({ now, closesAt: '2026-03-01T10:00:30.100Z' }))
  const { socket, of } = await connect()
  socket.emit('play', { gameId: 'CLOSING' })
  await until(() => of('playDraw').length === 1)
  world.live.state.playDraws.set(
    'CLOSING',
    makeDraw({ now: '2026-03-01T10:00:31.000Z', closesAt: now, state: 'closed' }),
  )
  await until(() => of('playDraw').length === 2)
  expect(of<PlayDrawPush>('playDraw')[1]).toMatchObject({ number: 2, draw: { state: 'closed' } })
})

it('a player gets balances and tickets of their own, numbered in one row, and never an older balance', async () => {
  const { messages, of } = await connect()
  await until(() => {
    publish('play.stake.booked.v1', stake('99000'))
    return messages.length > 0
  })
  const others = { ...stake('1'), player: { ...player, id: 'id-other' } }
  publish('play.stake.booked.v1', others)
  const early = '2026-03-01T10:00:30.000Z'
  publish('credit.transfer.recorded.v1', transfer('5'), early)
  publish('credit.transfer.recorded.v1', transfer('99500'), '2026-03-01T10:00:32.000Z')
  await until(() => of<PlayWalletPush>('playWallet').some(({ balance }) => balance === 995))
  const rates = { superareamanager: 0, areamanager: 0, master: 0, player: 0 }
  const settled = { ...player, stakeDay: '2026-03-01', tickets: 2, play: '1000', win: '9000', rates }
  const draw = {
    drawId: 'd1',
    adminId: 'a1',
    gameId: 'G',
    resultVersion: 1,
    drawAt: early,
    result: '7',
    booster: 1,
    chunk: 0,
    day: '2026-03-01',
  }
  publish('live.draw.settled.v1', { ...draw, players: [settled, { ...settled, id: 'id-other' }] })
  const claim = {
    claimId: 'c',
    adminId: 'a1',
    gameId: 'G',
    player,
    amount: '9000',
    tickets: 2,
    day: '2026-03-01',
    isAutomatic: false,
  }
  publish('live.ticket.claimed.v1', claim)
  await until(() => of('playTicket').length === 2)
  expect(new Set(of<PlayWalletPush>('playWallet').map(({ balance }) => balance))).toEqual(new Set([990, 995]))
  expect(of<PlayTicketPush>('playTicket').map(({ number: _, ...change }) => change)).toEqual([
    { change: 'settled', gameId: 'G', drawId: 'd1', tickets: 2, amount: 90 },
    { change: 'claimed', gameId: 'G', drawId: null, tickets: 2, amount: 90 },
  ])
  expect(messages.map(([, { number }]) => number)).toEqual(messages.map((_, index) => index + 1))
})

it('two balances whose order is unknown leave a gap in the numbers', async () => {
  const { messages, of } = await connect()
  const at = '2026-03-01T11:00:00.000Z'
  await until(() => {
    publish('play.stake.booked.v1', stake('99000'), at)
    return messages.length > 0
  })
  publish('credit.transfer.recorded.v1', transfer('99500'), at)
  await until(() => of<PlayWalletPush>('playWallet').at(-1)?.balance === 995)
  const numbers = messages.map(([, { number }]) => number)
  expect(numbers.at(-1)).toBe((numbers.at(-2) ?? 0) + 2)
})
