import { Agent, get } from 'node:http'
import { exampleLiveGame, type LiveGame, liveFeedSubject } from '@cascade/contracts/live'
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

function connect(auth: Record<string, string>, extraHeaders: Record<string, string> = {}) {
  const options = { transports: ['websocket'], upgrade: false, reconnection: false, forceNew: true }
  const socket = io(world.url, { ...options, auth, extraHeaders })
  open.push(socket)
  return new Promise<Socket>((resolve, reject) => {
    socket.on('connect', () => resolve(socket))
    socket.on('connect_error', reject)
  })
}

const makeGame = (overrides: Partial<LiveGame> = {}): LiveGame => ({
  ...exampleLiveGame,
  gameId: 'ABCDEFGH',
  gameName: 'Game',
  drawId: 'd1',
  drawAt: new Date(Date.now() + 90_000).toISOString(),
  now: new Date().toISOString(),
  timecount: 120,
  data: [],
  dataColors: [],
  dataCardTypes: [],
  percentageData: [{ gameBalance: 0 }],
  collections: { totalPlaypoints: 0, totalWinpoints: 0, totalDraw: 0 },
  lastData: { data: [] },
  ...overrides,
})

function collect<T>(socket: Socket, event: string): T[] {
  const seen: T[] = []
  socket.on(event, (value: T) => seen.push(value))
  return seen
}
const request = { adminId: 'a1', gameId: 'ABCDEFGH' }
const publish = (game: LiveGame) => world.bus.broadcast(liveFeedSubject(game.adminId, game.gameId), game)

describe('a connection', () => {
  it('is made with the token, or with the cookie', async () => {
    const { token, cookie } = await world.signIn()
    expect((await connect({ token })).connected).toBe(true)
    expect((await connect({}, { cookie })).connected).toBe(true)
  })

  it('is refused without one, with a wrong one, and to other sites', async () => {
    await expect(connect({})).rejects.toThrow('Please log in again.')
    await expect(connect({ token: 'x.y.z' })).rejects.toThrow('Please log in again.')
    const { token, cookie } = await world.signIn()
    await expect(connect({ token }, { origin: 'https://evil.example' })).rejects.toThrow()
    await expect(connect({}, { cookie, origin: 'null' })).rejects.toThrow()
    expect((await world.send({ path: '/socket.io/?EIO=4&transport=polling' })).status).toBe(400)
  })

  it('shows who is online', async () => {
    const { token } = await world.signIn('watcher')
    const first = await connect({ token })
    const second = await connect({ token })
    await until(() => world.accounts.state.online.includes('id-watcher'))
    first.disconnect()
    await new Promise(resolve => setTimeout(resolve, 400))
    expect(world.accounts.state.online).toContain('id-watcher')
    second.disconnect()
    await until(() => !world.accounts.state.online.includes('id-watcher'))
  })

  it('is refused to a session that holds twenty already', async () => {
    const { token } = await world.signIn('crowd')
    await Promise.all(Array.from({ length: 20 }, () => connect({ token })))
    await expect(connect({ token })).rejects.toThrow('Too many requests')
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
  it('answers the game as it is, then each newer state', async () => {
    world.live.state.games.set('a1 ABCDEFGH', makeGame())
    const socket = await connect({ token: (await world.signIn()).token })
    const seen = collect<LiveGame>(socket, 'responseData')
    socket.emit('gameData', request)
    await until(() => seen.length === 1)
    expect(seen[0]).toMatchObject({ drawId: 'd1' })
    const older = makeGame({ drawId: 'older', now: new Date(Date.now() - 60_000).toISOString() })
    await until(() => {
      publish(older)
      publish(makeGame({ drawId: 'd2', now: new Date(Date.now() + 1_000).toISOString() }))
      return seen.some(({ drawId }) => drawId === 'd2')
    })
    expect(seen.some(({ drawId }) => drawId === 'older')).toBe(false)
  })

  it('is pushed at most four times a second, the newest state last', async () => {
    world.live.state.games.set('a1 BUSYGAME', makeGame({ gameId: 'BUSYGAME' }))
    const socket = await connect({ token: (await world.signIn()).token })
    const seen = collect<LiveGame>(socket, 'responseData')
    socket.emit('gameData', { ...request, gameId: 'BUSYGAME' })
    await until(() => seen.length === 1)
    await new Promise(resolve => setTimeout(resolve, 200))
    for (let count = 1; count <= 100; count += 1) {
      const now = new Date(Date.now() + count).toISOString()
      publish(makeGame({ gameId: 'BUSYGAME', drawId: `n${count}`, now }))
      await new Promise(resolve => setTimeout(resolve, 10))
    }
    await until(() => seen.at(-1)?.drawId === 'n100')
    expect(seen.length).toBeLessThan(10)
  })

  it('answers an error for a game that is not the user’s, and shows nothing of it', async () => {
    const socket = await connect({ token: (await world.signIn()).token })
    const seen = collect<{ error?: string }>(socket, 'responseData')
    socket.emit('gameData', { adminId: 'foreign', gameId: 'ABCDEFGH' })
    await until(() => seen.length === 1)
    expect(seen).toEqual([{ error: 'Not found.' }])
    publish(makeGame({ adminId: 'foreign' }))
    socket.emit('gameData', { adminId: { $ne: 1 }, gameId: 'x' })
    await until(() => seen.length === 2)
    expect(seen[1]).toEqual({ error: 'Please check the marked fields.' })
  })

  it('follows one game at a time: the last that was asked for', async () => {
    world.live.state.games.set('a1 OTHERONE', makeGame({ gameId: 'OTHERONE' }))
    world.live.state.games.set('a1 ABCDEFGH', makeGame())
    const socket = await connect({ token: (await world.signIn()).token })
    const seen = collect<LiveGame>(socket, 'responseData')
    socket.emit('gameData', request)
    socket.emit('gameData', { ...request, gameId: 'NOTTHIS1' })
    socket.emit('gameData', { ...request, gameId: 'OTHERONE' })
    await until(() => seen.at(-1)?.gameId === 'OTHERONE')
    const count = seen.length
    publish(makeGame({ now: new Date(Date.now() + 5_000).toISOString() }))
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(seen.slice(count)).toEqual([])
    expect(seen.some(({ gameId }) => gameId === 'NOTTHIS1')).toBe(false)
  })
})

describe('timerData', () => {
  it('answers the time left, and again with the next draw', async () => {
    world.live.state.games.set('a1 TIMEGAME', makeGame({ gameId: 'TIMEGAME' }))
    const socket = await connect({ token: (await world.signIn()).token })
    const seen = collect<{ gameId: string; time: string }>(socket, 'timer')
    socket.emit('timerData', { ...request, gameId: 'TIMEGAME' })
    await until(() => seen.length === 1)
    expect(seen[0]).toMatchObject({ gameId: 'TIMEGAME', time: '01:30' })
    await until(() => {
      const later = new Date(Date.now() + 1_000).toISOString()
      publish(makeGame({ gameId: 'TIMEGAME', now: later }))
      publish(makeGame({ gameId: 'TIMEGAME', drawId: 'd2', now: later }))
      return seen.length === 2
    })
  })
})

describe('the end of the gateway', () => {
  it('is not held up by open connections', async () => {
    const socket = await connect({ token: (await world.signIn()).token })
    const agent = new Agent({ keepAlive: true })
    await new Promise(resolve =>
      get({ port: world.port, path: '/livez', agent }, answer => answer.resume().on('end', resolve)),
    )
    const started = Date.now()
    await world.stopGateway()
    expect(Date.now() - started).toBeLessThan(3_000)
    await until(() => !socket.connected)
    expect(world.accounts.state.online).toEqual([])
    world.stopGateway = async () => undefined
    agent.destroy()
  })
})
