import { Agent, get, Server } from 'node:http'
import { errorTexts } from '@cascade/contracts'
import {
  type LiveChange,
  type LiveGame,
  liveEpochSubject,
  liveFeedSubject,
  liveGameExample,
} from '@cascade/contracts/live'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { startWorld, until } from '../testing/world'

const open: Socket[] = []

const world = await startWorld({ env: { RATE_LOGIN_PER_MINUTE: '1000' } })
afterAll(() => world.stop())
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})

function connect(auth: Record<string, string>, extraHeaders: Record<string, string> = {}) {
  const options = { transports: ['websocket'], upgrade: false, reconnection: false, forceNew: true }
  const socket = io(world.url, { ...options, auth, extraHeaders })
  open.push(socket)
  return new Promise<Socket>((resolve, reject) => {
    socket.on('connect', () => resolve(socket))
    socket.on('connect_error', reject)
  })
}

/** Live states carry the clock of svc-live, the only one that their times follow. */
const now = '2026-03-01T10:00:30.000Z'

const makeGame = (overrides: Partial<LiveGame> = {}): LiveGame => ({
  ...liveGameExample,
  gameId: 'ABCDEFGH',
  drawId: 'd1',
  now,
  drawAt: '2026-03-01T10:02:00.000Z',
  ...overrides,
})

function collect<T>(socket: Socket, event: string): T[] {
  const received: T[] = []
  socket.on(event, (value: T) => received.push(value))
  return received
}
const request = { adminId: liveGameExample.adminId, gameId: 'ABCDEFGH' }
const keyOf = (gameId: string) => `${liveGameExample.adminId} ${gameId}`
const first = liveGameExample.feed.number

function publish(gameId: string, number: number, more: Partial<LiveChange> = {}) {
  const change: LiveChange = {
    adminId: more.adminId ?? liveGameExample.adminId,
    gameId,
    now,
    tickets: number,
    feed: { epoch: liveGameExample.feed.epoch, number },
    ...more,
  }
  world.bus.broadcast(liveFeedSubject(change.adminId, gameId), change)
}

/**
 * Requests a game and waits for change `first + 1`. The gateway takes a second snapshot once its subscription is
 * active; a change during it arrives as a full state, later ones as changes.
 */
async function follow(socket: Socket, gameId: string) {
  const games = collect<LiveGame>(socket, 'responseData')
  const changes = collect<LiveChange>(socket, 'liveChange')
  socket.emit('gameData', { ...request, gameId })
  await until(() => games.length === 1)
  await until(() => {
    publish(gameId, first + 1)
    return [...games, ...changes].some(({ feed }) => feed.number === first + 1)
  })
  return { games, changes }
}

describe('a socket connection', () => {
  it('is accepted with the token or with the cookie', async () => {
    const { token, cookie } = await world.signIn()
    expect((await connect({ token })).connected).toBe(true)
    expect((await connect({}, { cookie })).connected).toBe(true)
  })

  it('is rejected without a valid token and from other sites', async () => {
    await expect(connect({})).rejects.toThrow('Please log in again.')
    await expect(connect({ token: 'x.y.z' })).rejects.toThrow('Please log in again.')
    const { token, cookie } = await world.signIn()
    await expect(connect({ token }, { origin: 'https://evil.example' })).rejects.toThrow()
    await expect(connect({}, { cookie, origin: 'null' })).rejects.toThrow()
    const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    const headers = { ...upgrade, 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', origin: 'https://evil.example' }
    const rejected = await world.send({ path: '/socket.io/?EIO=4&transport=websocket', headers })
    expect(rejected.text).toContain(errorTexts.origin)
    expect((await world.send({ path: '/socket.io/?EIO=4&transport=polling' })).status).toBe(400)
  })

  it('shows its account as online', async () => {
    const { token } = await world.signIn('watcher')
    const first = await connect({ token })
    const second = await connect({ token })
    await until(() => world.accounts.state.online.has('id-watcher'))
    first.disconnect()
    await new Promise(resolve => setTimeout(resolve, 400))
    expect(world.accounts.state.online.has('id-watcher')).toBe(true)
    second.disconnect()
    await until(() => !world.accounts.state.online.has('id-watcher'))
  })

  it('is rejected for a session with twenty sockets', async () => {
    const { token } = await world.signIn('crowd')
    await Promise.all(Array.from({ length: 20 }, () => connect({ token })))
    await expect(connect({ token })).rejects.toThrow('Too many requests')
  })

  it('is limited to twenty per session, also when all connect at once', async () => {
    const { token } = await world.signIn('rush')
    const tries = await Promise.allSettled(Array.from({ length: 40 }, () => connect({ token })))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  })

  it('is limited to fifty events a second', async () => {
    const socket = await connect({ token: (await world.signIn('asker')).token })
    const received = collect<{ error?: string }>(socket, 'responseData')
    for (let count = 0; count < 200; count += 1) socket.emit('gameData', { adminId: 'foreign', gameId: 'X' })
    await until(() => received.some(({ error }) => error?.startsWith('Too many requests')))
  })

  it('ends with the session', async () => {
    const { token, bearer } = await world.signIn()
    const socket = await connect({ token })
    await world.send({ path: '/api/auth/logout', headers: bearer })
    await until(() => !socket.connected)
    await expect(connect({ token })).rejects.toThrow('Please log in again.')
  })
})

describe('gameData', () => {
  it('returns the state of the game, then its changes', async () => {
    world.live.state.games.set(keyOf('ABCDEFGH'), makeGame())
    const socket = await connect({ token: (await world.signIn()).token })
    const { games, changes } = await follow(socket, 'ABCDEFGH')
    expect(games[0]).toMatchObject({ drawId: 'd1', feed: { number: first } })
    const before = [games.length, changes.length] as const
    publish('ABCDEFGH', first)
    publish('ABCDEFGH', first + 2)
    await until(() => changes.length > before[1])
    expect(changes.slice(before[1]).map(({ feed }) => feed.number)).toEqual([first + 2])
    expect(games).toHaveLength(before[0])
  })

  it('sends full states only to a client that does not request changes', async () => {
    world.live.state.games.set(keyOf('WHOLEGAM'), makeGame({ gameId: 'WHOLEGAM' }))
    const plain = await follow(await connect({ token: (await world.signIn()).token }), 'WHOLEGAM')
    const knowing = await connect({ token: (await world.signIn()).token })
    const games = collect<LiveGame>(knowing, 'responseData')
    knowing.emit('gameData', { ...request, gameId: 'WHOLEGAM', changes: true })
    await until(() => games.length === 1)
    publish('WHOLEGAM', first + 2, { tickets: 78 })
    publish('WHOLEGAM', first + 3, { tickets: 79 })
    await until(() => plain.games.at(-1)?.tickets === 79)
    expect(plain.games.at(-1)?.feed.number).toBe(first + 3)
    expect(plain.games.filter(({ tickets }) => tickets === 78)).toEqual([])
    expect(games).toHaveLength(1)
  })

  it('gives later clients the shared state without another snapshot', async () => {
    world.live.state.games.set(keyOf('SHAREDGO'), makeGame({ gameId: 'SHAREDGO' }))
    const { changes } = await follow(await connect({ token: (await world.signIn()).token }), 'SHAREDGO')
    publish('SHAREDGO', first + 2, { tickets: 77 })
    await until(() => changes.at(-1)?.tickets === 77)
    const before = world.live.state.snapshots
    const late = await connect({ token: (await world.signIn()).token })
    const games = collect<LiveGame>(late, 'responseData')
    late.emit('gameData', { ...request, gameId: 'SHAREDGO' })
    await until(() => games.length === 1)
    expect(games[0]).toMatchObject({ tickets: 77, feed: { number: first + 2 } })
    expect(world.live.state.snapshots).toBe(before)
  })

  it.each([
    ['a change is missing', (gameId: string) => publish(gameId, first + 9)],
    ['the feed restarts', () => world.bus.broadcast(liveEpochSubject, { epoch: 'other' })],
  ])('sends the full state again when %s', async (what, trigger) => {
    const gameId = what.startsWith('a') ? 'GAPINIT1' : 'EPOCHES1'
    world.live.state.games.set(keyOf(gameId), makeGame({ gameId }))
    const socket = await connect({ token: (await world.signIn()).token })
    const games = collect<LiveGame>(socket, 'responseData')
    socket.emit('gameData', { ...request, gameId })
    await until(() => games.length === 1)
    const fresh = makeGame({ gameId, drawId: 'fresh', feed: { epoch: 'other', number: 3 } })
    world.live.state.games.set(keyOf(gameId), fresh)
    await until(() => {
      if (games.length === 1) trigger(gameId)
      return games.at(-1)?.drawId === 'fresh'
    })
  })

  it('returns an error for a game the user may not see', async () => {
    const socket = await connect({ token: (await world.signIn()).token })
    const received = collect<{ error?: string }>(socket, 'responseData')
    socket.emit('gameData', { adminId: 'foreign', gameId: 'ABCDEFGH' })
    await until(() => received.length === 1)
    expect(received).toEqual([{ error: 'Not found.' }])
    publish('ABCDEFGH', first + 1, { adminId: 'foreign' })
    socket.emit('gameData', { adminId: { $ne: 1 }, gameId: 'x' })
    await until(() => received.length === 2)
    expect(received[1]).toEqual({ error: 'Please check the marked fields.' })
  })

  it('follows one game at a time: the last one requested', async () => {
    world.live.state.games.set(keyOf('OTHERONE'), makeGame({ gameId: 'OTHERONE' }))
    world.live.state.games.set(keyOf('ABCDEFGH'), makeGame())
    const socket = await connect({ token: (await world.signIn()).token })
    const received = collect<LiveGame>(socket, 'responseData')
    socket.emit('gameData', request)
    socket.emit('gameData', { ...request, gameId: 'NOTTHIS1' })
    socket.emit('gameData', { ...request, gameId: 'OTHERONE' })
    await until(() => received.at(-1)?.gameId === 'OTHERONE')
    const count = received.length
    publish('ABCDEFGH', first + 1)
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(received.slice(count)).toEqual([])
    expect(received.some(({ gameId }) => gameId === 'NOTTHIS1')).toBe(false)
  })
})

describe('a socket', () => {
  it('ends when the networks of its account exclude its own address, although the session stays open', async () => {
    world.live.state.games.set(keyOf('NETGAME1'), makeGame({ gameId: 'NETGAME1' }))
    const socket = await connect({ token: (await world.signIn('moved')).token })
    await follow(socket, 'NETGAME1')
    let number = first + 1
    for (const session of world.accounts.sessions.values())
      if (session.user.username === 'moved') session.networks = [['127.0.0.0/8'], ['10.0.0.0/8']]
    await until(() => {
      number += 1
      publish('NETGAME1', number)
      return !socket.connected
    })
  })

  describe('timerData', () => {
    it('returns the time left, and again with the next draw', async () => {
      world.live.state.games.set(keyOf('TIMEGAME'), makeGame({ gameId: 'TIMEGAME' }))
      const socket = await connect({ token: (await world.signIn()).token })
      const received = collect<{ gameId: string; time: string }>(socket, 'timer')
      socket.emit('timerData', { ...request, gameId: 'TIMEGAME' })
      await until(() => received.length === 1)
      expect(received[0]).toMatchObject({ gameId: 'TIMEGAME', time: '01:30' })
      await until(() => {
        publish('TIMEGAME', first + 1)
        publish('TIMEGAME', first + 2, { drawId: 'd2', cleared: true })
        return received.length === 2
      })
    })
  })

  describe('the stop of the gateway', () => {
    it('is not delayed by open connections', async () => {
      const socket = await connect({ token: (await world.signIn()).token })
      const agent = new Agent({ keepAlive: true })
      await new Promise(resolve =>
        get({ port: world.port, path: '/livez', agent }, answer => answer.resume().on('end', resolve)),
      )
      const cut = vi.spyOn(Server.prototype, 'closeAllConnections')
      await world.stopGateway()
      expect(cut).not.toHaveBeenCalled()
      cut.mockRestore()
      await until(() => !socket.connected)
      expect([...world.accounts.state.online]).toEqual([])
      world.stopGateway = async () => undefined
      agent.destroy()
    })
  })
})
