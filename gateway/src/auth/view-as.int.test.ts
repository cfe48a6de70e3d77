import { allEndpoints, changesState } from '@cascade/contracts'
import { authApi, viewApi } from '@cascade/contracts/accounts'
import { io, type Socket } from 'socket.io-client'
import { afterAll, describe, expect, it } from 'vitest'
import { startWorld, until } from '../testing/world'

const world = await startWorld()
afterAll(() => world.stop())

const post = (path: string, headers: Record<string, string>, json: unknown = {}) =>
  world.send({ method: 'POST', path: `/api${path}`, headers, json })
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['set-cookie']).split(';')[0] ?? ''

async function view() {
  const own = await world.signIn()
  const answer = await post('/view-as/below', own.bearer, { reason: 'A question' })
  const bearer = { authorization: `Bearer ${answer.json.token}` }
  return { own, answer, bearer, cookie: cookieOf(answer) }
}
const sessionOf = async (headers: Record<string, string>) =>
  (await world.send({ path: '/api/auth/session', headers })).json

describe('a view', () => {
  it('answers like a sign-in, with token and cookie, and says whose it is', async () => {
    const { answer, bearer, cookie } = await view()
    const viewer = { id: 'id-root', username: 'root', role: 'superadmin' }
    expect(answer).toMatchObject({ status: 200, json: { user: { username: 'below' }, readOnly: true, viewer } })
    for (const headers of [bearer, { cookie }])
      expect(await sessionOf(headers)).toMatchObject({ user: { username: 'below' } })
    const echo = (await world.send({ path: '/api/superadmins/all', headers: bearer })).json.data
    expect(echo).toMatchObject({ identity: { actor: { accountId: 'id-below', viewer } } })
  })

  it('needs a reason', async () => {
    const { bearer } = await world.signIn()
    expect((await post('/view-as/below', bearer, {})).status).toBe(400)
  })

  it('changes nothing, by no call of the contracts', async () => {
    const { bearer } = await view()
    const before = world.accounts.state.calls + world.live.state.calls
    const changing = allEndpoints.filter(each => changesState(each) && each.roles !== 'public')
    const allowed: string[] = []
    for (const { id, method, path, roles } of changing) {
      if (roles !== 'any' && !roles.includes('superadmin')) continue
      if (id === authApi.logout.id || id === viewApi.end.id) continue
      const request = { method, path: `/api${path.replace(/:[a-zA-Z]+/g, 'missing')}`, headers: bearer }
      const { json } = await world.send(method === 'GET' ? request : { ...request, json: {} })
      if (json.reason !== 'VIEW_ONLY') allowed.push(`${id} ${JSON.stringify(json)}`)
    }
    expect(allowed).toEqual([])
    expect(world.accounts.state.calls + world.live.state.calls).toBe(before)
  })

  it('gives the own session back at its end', async () => {
    const { bearer, own } = await view()
    const answer = await post('/view-as/end', bearer)
    expect(answer).toMatchObject({ status: 200, json: { user: { username: 'root' } } })
    expect(answer.json.viewer).toBeUndefined()
    for (const headers of [own.bearer, { cookie: cookieOf(answer) }])
      expect(await sessionOf(headers)).toMatchObject({ user: { username: 'root' } })
    expect(await sessionOf(bearer)).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect((await post('/view-as/end', own.bearer)).status).toBe(404)
  })

  it('ends signed out once the own session has ended', async () => {
    const { bearer, own } = await view()
    await world.send({ path: '/api/auth/logout', headers: own.bearer })
    const answer = await post('/view-as/end', bearer)
    expect([answer.status, cookieOf(answer)]).toEqual([401, 'session-token='])
  })

  it('does not put the account online', async () => {
    const { answer } = await view()
    const connect = async (token: string) => {
      const options = { transports: ['websocket'], upgrade: false, reconnection: false, forceNew: true }
      const socket = io(world.url, { ...options, auth: { token } })
      await new Promise((resolve, reject) => socket.on('connect', () => resolve(socket)).on('connect_error', reject))
      return socket
    }
    const sockets: Socket[] = [await connect(String(answer.json.token))]
    sockets.push(await connect((await world.signIn('other')).token))
    await until(() => world.accounts.state.online.has('id-other'))
    expect([...world.accounts.state.online]).toEqual(['id-other'])
    for (const socket of sockets) socket.disconnect()
  })
})
