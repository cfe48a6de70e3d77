import { exampleOf } from '@cascade/contracts'
import { limitsExample } from '@cascade/contracts/accounts'
import { type PlayDraw, playPushExamples } from '@cascade/contracts/live'
import { playCaseApi } from '@cascade/contracts/reports'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPlayClient, UnknownOutcomeError } from './play-client'
import { createServerClock } from './server-clock'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] }))
afterEach(() => vi.useRealTimers())

const { playDraw, playAnnouncement } = playPushExamples()
const draw = ('draw' in playDraw && playDraw.draw) as PlayDraw
const user = { _id: 'p1', username: 'player1', role: 'player', walletBalance: 1, roles: ['player'] }
const open = { tickets: 0, stake: 0 }
const me = { _id: 'p1', username: 'player1', balance: 500, open, unclaimed: 0, owed: 0, limits: limitsExample }
const { drawId, drawAt, closesAt: lockAt, commitment } = draw
const placed = { ticketId: 't1', gameId: 'G', drawId, drawAt, lockAt, stake: 10, balance: 490, commitment }
const bet = { gameId: 'G', bets: [] }
/** Responses to the calls of cases. */
const caseAnswers: Readonly<Record<string, object>> = {
  'POST /play/cases': exampleOf(playCaseApi.create).response,
  'GET /play/cases?page=2': exampleOf(playCaseApi.list).response,
  'GET /play/cases/c1': exampleOf(playCaseApi.read).response,
  'POST /play/cases/c1/answer': exampleOf(playCaseApi.answer).response,
}

/** A server that answers each bet with the next status, or not at all (0), and a socket that the test drives. */
function makeClient(...statuses: number[]) {
  const keys: (string | null)[] = []
  const paths: string[] = []
  const bodies: unknown[] = []
  const respond = (body: object, status = 200) => new Response(JSON.stringify({ success: true, ...body }), { status })
  const fetch = async (address: string | URL | Request, init?: RequestInit) => {
    const path = String(address).split('/api')[1] ?? ''
    paths.push(path)
    if (path === '/auth/login')
      return respond({ token: `token${paths.length}`, user, roles: user.roles, expiresAt: drawAt })
    if (path === '/play/me') return respond({ data: me })
    if (path.endsWith('/draw')) return respond({ data: draw })
    const caseAnswer = caseAnswers[`${init?.method} ${path}`]
    if (caseAnswer) {
      bodies.push(init?.body && JSON.parse(String(init.body)))
      return respond(caseAnswer, path === '/play/cases' ? 201 : 200)
    }
    keys.push(new Headers(init?.headers).get('idempotency-key'))
    const status = statuses.shift() ?? 0
    if (status === 0) throw new TypeError('fetch failed')
    return respond(
      status === 201 ? { data: placed } : { success: false, message: 'No.', code: 'CONFLICT', requestId: 'r' },
      status,
    )
  }
  const handlers = new Map<string, (argument: never) => void>()
  const socket = {
    on: (event: string, handle: (argument: never) => void) => handlers.set(event, handle),
    emit: vi.fn(),
    connect: vi.fn(),
    disconnect: vi.fn(),
  }
  const login = { username: 'player1', password: 'secret' }
  const client = createPlayClient('http://suite', () => login, { fetch, openSocket: () => socket })
  return {
    client,
    keys,
    paths,
    bodies,
    socket,
    push: (event: string, message?: unknown) => handlers.get(event)?.(message as never),
  }
}

describe('the bet of a client', () => {
  it('is repeated under the same key until its outcome is certain', async () => {
    const { client, keys } = makeClient(0, 503, 429, 201)
    const answer = client.bet(bet)
    await vi.runAllTimersAsync()
    await vi.waitFor(() => vi.runAllTimersAsync().then(() => expect(keys).toHaveLength(4)))
    expect(await answer).toEqual(placed)
    expect(new Set(keys)).toEqual(new Set([expect.stringMatching(/^[0-9a-f]{32}$/)]))
  })

  it('is not repeated once it is rejected, and the next one has another key', async () => {
    const { client, keys } = makeClient(409, 201)
    await expect(client.bet(bet)).rejects.toMatchObject({ serverMessage: 'No.' })
    await client.bet(bet)
    expect(new Set(keys).size).toBe(2)
  })

  it('does not count as rejected when only its repetition is not allowed', async () => {
    const failure = makeClient(0, 403)
      .client.bet(bet, { key: 'k1' })
      .catch((error: unknown) => error)
    await vi.runAllTimersAsync()
    expect(await failure).toMatchObject({ constructor: UnknownOutcomeError, key: 'k1' })
    await expect(makeClient(403).client.bet(bet)).rejects.toMatchObject({ status: 403 })
  })

  it('keeps its key when the client signs in again because the session has ended', async () => {
    const { client, keys, paths } = makeClient(401, 201)
    await client.bet(bet)
    expect(paths).toEqual(['/auth/login', '/app/createbet', '/auth/login', '/app/createbet'])
    expect(keys[1]).toBe(keys[0])
  })

  it('fails with its key when there is no response for a minute or its signal is aborted', async () => {
    const options = { signal: AbortSignal.abort(), key: 'k1' }
    await expect(makeClient(0).client.bet(bet, options)).rejects.toMatchObject({ key: 'k1' })
    const { client, keys } = makeClient()
    const failure = client.bet(bet, { key: 'k2' }).catch((error: unknown) => error)
    await vi.runAllTimersAsync()
    expect(await failure).toMatchObject({ constructor: UnknownOutcomeError, key: 'k2' })
    expect(keys.length).toBeGreaterThan(5)
  })
})

describe('a client', () => {
  it('reads its state again after each connect and after a gap in the numbers, and only then', async () => {
    const { client, paths, socket, push } = makeClient()
    const shown = { draw: vi.fn(), balance: vi.fn(), tickets: vi.fn() }
    const live = await client.connect(shown)
    live.follow('G')
    push('connect')
    await vi.waitFor(() => expect(shown.draw).toHaveBeenLastCalledWith('G', draw))
    expect(shown.balance).toHaveBeenLastCalledWith(500)
    expect(socket.emit).toHaveBeenLastCalledWith('play', { gameId: 'G' })
    push('playWallet', { number: 1, balance: 490, at: draw.now })
    expect(shown.balance).toHaveBeenLastCalledWith(490)
    expect(paths.filter(path => path === '/play/me')).toHaveLength(1)
    push('playTicket', { number: 3, change: 'settled', gameId: 'G', drawId, tickets: 1, amount: 90 })
    await vi.waitFor(() => expect(shown.balance).toHaveBeenLastCalledWith(500))
    expect(shown.tickets).toHaveBeenLastCalledWith(undefined)
    push('playDraw', { number: 4, gameId: 'G', draw: { ...draw, now: '2020-01-01T00:00:00.000Z' } })
    expect(shown.draw).toHaveBeenLastCalledWith('G', draw)
  })

  it('shows all announcements in force with each message of them', async () => {
    const { client, push } = makeClient()
    const announcements = vi.fn()
    await client.connect({ announcements })
    push('playAnnouncement', { ...playAnnouncement, number: 1 })
    push('playAnnouncement', { number: 2, announcements: [] })
    expect(announcements.mock.calls).toEqual([[playAnnouncement.announcements], [[]]])
  })

  it('opens a case, lists, reads and answers cases', async () => {
    const { client, paths, bodies } = makeClient()
    const input = { subject: 'Win not paid', text: 'It did not arrive.', ticketId: 't1' }
    const { data } = exampleOf(playCaseApi.read).response
    expect(await client.openCase(input)).toEqual(data)
    expect(await client.cases({ page: 2 })).toMatchObject({ data: [{ _id: data._id }], total: 1 })
    expect(await client.case('c1')).toEqual(data)
    expect(await client.answerCase('c1', 'Thank you.')).toEqual(data)
    expect(paths.slice(1)).toEqual(Object.keys(caseAnswers).map(line => line.split(' ')[1]))
    expect(bodies).toEqual([input, undefined, undefined, { text: 'Thank you.' }])
  })

  it('signs in again when the server closes the socket, as its session has ended', async () => {
    const { client, paths, socket, push } = makeClient()
    await client.connect({})
    push('disconnect', 'io server disconnect')
    await vi.waitFor(() => expect(socket.connect).toHaveBeenCalledTimes(2))
    expect(paths).toEqual(['/auth/login', '/auth/login'])
  })

  it('keeps its clock within the bounds that each response sets', () => {
    let localMs = 10_000
    const clock = createServerClock(() => localMs)
    const read = (at: number, requestedAt?: number) => clock.read(new Date(at).toISOString(), requestedAt)
    read(13_000, 10_000)
    expect(clock.now()).toBe(13_000)
    localMs = 11_000
    read(13_500, 10_900)
    expect(clock.now()).toBe(13_600)
    for (const pushed of [14_200, 1_000]) read(pushed)
    expect(clock.now()).toBe(14_200)
  })
})
