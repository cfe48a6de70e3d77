import { connect } from 'node:net'
import { ErrorBody } from '@cascade/contracts'
import { bookingIdOf, bookingKeyOf, transferIdOf } from '@cascade/service-kit'
import { afterAll, describe, expect, it } from 'vitest'
import type { RawRequest } from '../testing/raw-request'
import type { Echo } from '../testing/upstream-service'
import { startWorld } from '../testing/world'

const world = await startWorld({
  env: { ALLOWED_ORIGINS: 'https://play.example.com', COOKIE_SECURE: 'true', RATE_LOGIN_PER_MINUTE: '1000' },
})
const { bearer, cookie } = await world.signIn()
afterAll(() => world.stop())

const echoOf = async (request: RawRequest) => {
  const answer = await world.send({ ...request, headers: { ...bearer, ...request.headers } })
  expect(answer.status).toBe(200)
  return { answer, echo: answer.json.data as Echo }
}

describe('the proxy', () => {
  it('forwards a call with its own token and the allowed headers only', async () => {
    const { answer, echo } = await echoOf({
      method: 'POST',
      path: '/api/superadmins/credit-transfer?id=1&role=x',
      json: { amount: 1 },
      headers: {
        'idempotency-key': 'k1',
        'if-match': '"7"',
        'x-request-id': 'request-1234',
        cookie,
        'x-user-id': 'someone-else',
        'x-forwarded-for': '9.9.9.9',
        'x-http-method-override': 'DELETE',
        connection: 'keep-alive, x-secret',
        'x-secret': '1',
      },
    })
    expect(echo).toMatchObject({ method: 'POST', url: '/api/superadmins/credit-transfer?id=1&role=x' })
    expect(echo.body).toBe('{"amount":1}')
    expect(echo.identity).toMatchObject({
      caller: 'gateway',
      actor: { accountId: 'id-root', username: 'root', role: 'superadmin', ipAddress: '127.0.0.1' },
    })
    expect(Object.keys(echo.headers).sort()).toEqual(
      ['authorization', 'connection', 'content-length', 'content-type', 'host', 'idempotency-key', 'if-match'].concat(
        'x-request-id',
      ),
    )
    expect(echo.headers.authorization).not.toBe(bearer.authorization)
    expect(answer.headers).toMatchObject({
      etag: '"1"',
      'idempotent-replayed': 'true',
      'cache-control': 'no-store',
    })
    // Clients must not choose ids that end up in logs, events and the ledger.
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(echo.headers['x-request-id']).toBe(answer.headers['x-request-id'])
    expect(answer.headers).not.toHaveProperty('set-cookie')
    expect(answer.headers).not.toHaveProperty('server')
  })

  it('streams large responses', async () => {
    const answer = await world.send({ path: '/api/superadmins/large', headers: bearer })
    expect(answer.text.length).toBeGreaterThan(3 * 1024 * 1024)
  })

  it('compresses large responses for clients that accept it', async () => {
    const sizeOf = async (path: string, packing: string) => {
      const { headers, bytes } = await world.send({ path, headers: { ...bearer, 'accept-encoding': packing } })
      return { encoding: headers['content-encoding'], vary: headers.vary, bytes: bytes.length }
    }
    const plain = await sizeOf('/api/superadmins/large', 'identity')
    const packed = await sizeOf('/api/superadmins/large', 'gzip, br')
    expect([plain.encoding, packed.encoding]).toEqual([undefined, 'gzip'])
    expect(packed.vary).toContain('Accept-Encoding')
    expect(packed.bytes).toBeLessThan(plain.bytes / 4)
    const short = await sizeOf('/api/superadmins/all', 'gzip')
    expect(short.encoding).toBeUndefined()
  })

  it('answers 503 when a service is down or hangs up', async () => {
    for (const path of ['/api/reports/findallusers', '/api/game', '/api/game/']) {
      const answer = await world.send({ path, headers: bearer })
      expect([path, answer.status]).toEqual([path, 503])
      expect(ErrorBody.parse(answer.json)).toMatchObject({ code: 'UNAVAILABLE', reason: 'SERVICE_AWAY' })
      expect(answer.headers['retry-after']).toBe('1')
      expect(answer.headers).not.toHaveProperty('content-length', '0')
    }
  })
})

describe('a change without a response', () => {
  const transfer = '/api/superadmins/credit-transfer?vanish=1'
  const post = (path: string, headers: Record<string, string> = {}) =>
    world.send({ method: 'POST', path, json: {}, headers: { ...bearer, ...headers } })

  it('is reported as unknown, with the id of its transfer and without retry-after', async () => {
    const keyed = await post(transfer, { 'idempotency-key': 'k9' })
    expect([keyed.status, keyed.headers['retry-after']]).toEqual([503, undefined])
    expect(ErrorBody.parse(keyed.json)).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      transferId: transferIdOf('id-root', bookingKeyOf('k9')),
    })
    const before = world.accounts.state.calls
    const keyless = ErrorBody.parse((await post(transfer)).json)
    expect(keyless).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      transferId: transferIdOf('id-root', bookingKeyOf(keyless.requestId)),
    })
    expect(world.accounts.state.calls).toBeGreaterThan(before)
  })

  it.each([
    ['addbalance', 'balance'],
    ['createbet', 'bet'],
    ['take', 'take'],
  ] as const)('reports the booking id of %s, with a key of the client and without one', async (call, kind) => {
    const user = kind === 'balance' ? 'root' : 'player'
    const session = (await world.signIn(user)).bearer
    const path = `/api/${kind === 'balance' ? 'live' : 'app'}/${call}?vanish=1`
    const keyed = ErrorBody.parse((await post(path, { ...session, 'idempotency-key': 'k11' })).json)
    expect(keyed).toMatchObject({ code: 'OUTCOME_UNKNOWN', transferId: bookingIdOf(`id-${user}`, 'k11') })
    const keyless = ErrorBody.parse((await post(path, session)).json)
    expect(keyless.transferId).toBe(bookingIdOf(`id-${user}`, keyless.requestId))
  })

  it('is marked when it books without an idempotency key', async () => {
    const missing = async (path: string, headers = {}) => (await post(path, headers)).headers['idempotency-key-missing']
    expect(await missing('/api/superadmins/credit-transfer')).toBe('true')
    expect(await missing(transfer)).toBe('true')
    expect(await missing('/api/superadmins/credit-transfer', { 'idempotency-key': 'k10' })).toBeUndefined()
    expect(await missing('/api/live/addbalance')).toBe('true')
    expect(await missing('/api/superadmins/create')).toBeUndefined()
  })

  it('has no transfer id unless it books, and is not retried without a key', async () => {
    const before = world.accounts.state.calls
    const rejected = ErrorBody.parse((await post('/api/superadmins/create?vanish=1')).json)
    expect([rejected.code, rejected.transferId]).toEqual(['OUTCOME_UNKNOWN', undefined])
    expect(world.accounts.state.calls).toBe(before + 1)
  })

  it('is reported as not executed when the service was down', async () => {
    await world.accounts.stop()
    const rejected = await post('/api/superadmins/create')
    await world.accounts.start()
    expect([rejected.json.code, rejected.headers['retry-after']]).toEqual(['UNAVAILABLE', '1'])
  })
})

describe('paths', () => {
  it('are canonicalised before they are forwarded', async () => {
    const paths = ['/api/superadmins/abc', '/api/superadmins/:abc', '/api/superadmins/%3Aabc', '/api/superadmins/abc/']
    for (const path of paths) expect((await echoOf({ path })).echo.url).toBe('/api/superadmins/abc')
    expect((await echoOf({ path: '/api/superadmins/%61ll' })).echo.url).toBe('/api/superadmins/all')
    expect((await echoOf({ path: '/api/superadmins/:all' })).echo.url).toBe('/api/superadmins/all')
  })

  it('are not found in any other spelling', async () => {
    const before = world.accounts.state.calls
    const paths = [
      '/api//superadmins/all',
      '/api/superadmins//all',
      '/api/Superadmins/all',
      '/API/superadmins/all',
      '/%61pi/superadmins/all',
      '/api/superadmins%2fall',
      '/api/superadmins%5call',
      '/api/x/../superadmins/all',
      '/api/x/%2e%2e/superadmins/all',
      '/api/./superadmins/all',
      '/api/superadmins/%2561ll',
      '/api/superadmins/%',
      '/api/superadmins/a%00b',
      '/api/superadmins/a;b=c/d',
      '/api/internal/sessions',
      '/internal/sessions/x',
      '/api',
      '/api/',
    ]
    for (const path of paths) {
      const answer = await world.send({ path, headers: { ...bearer, accept: 'application/json' } })
      expect([path, answer.status]).toEqual([path, 404])
      expect(ErrorBody.parse(answer.json).code).toBe('NOT_FOUND')
    }
    expect(world.accounts.state.calls).toBe(before)
  })

  it('accept their declared methods only', async () => {
    for (const method of ['HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND']) {
      const answer = await world.send({ method, path: '/api/superadmins/all', headers: bearer })
      expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, 'GET'])
    }
    const headers = { ...bearer, 'x-http-method-override': 'GET', 'x-method-override': 'GET' }
    const posted = await world.send({ method: 'POST', path: '/api/superadmins/all', headers })
    expect([posted.status, ErrorBody.parse(posted.json).code]).toEqual([405, 'METHOD_NOT_ALLOWED'])
  })

  it('are closed to other roles', async () => {
    const player = await world.signIn('player')
    const answer = await world.send({ path: '/api/superadmins/all', headers: player.bearer })
    expect([answer.status, answer.json.code]).toEqual([403, 'FORBIDDEN'])
  })
})

describe('the cookie', () => {
  it('authenticates reads', async () => {
    expect((await world.send({ path: '/api/superadmins/all', headers: { cookie } })).status).toBe(200)
  })

  it('ignores a cookie under the name that plain http or another host can set', async () => {
    const headers = { cookie: cookie.replace('__Host-', '') }
    expect((await world.send({ path: '/api/superadmins/all', headers })).status).toBe(401)
  })

  it('authenticates no change, whatever its method', async () => {
    const before = world.accounts.state.calls
    const calls: RawRequest[] = [
      { method: 'POST', path: '/api/superadmins/create', json: {} },
      { method: 'DELETE', path: '/api/superadmins/abc' },
      { path: '/api/app/logout?id=abc' },
      { path: '/api/app/logout/?id=abc' },
      { path: '/api/auth/logout' },
    ]
    for (const call of calls) {
      const answer = await world.send({ ...call, headers: { cookie, origin: world.url } })
      expect([call.path, answer.status]).toEqual([call.path, 401])
    }
    expect(world.accounts.state.calls).toBe(before)
  })

  it('counts only for requests from our own page', async () => {
    const read = (headers: Record<string, string>) =>
      world.send({ path: '/api/superadmins/all', headers: { cookie, ...headers } })
    expect((await read({ origin: world.url })).status).toBe(200)
    expect((await read({ 'sec-fetch-site': 'none' })).status).toBe(200)
    expect((await read({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    for (const origin of ['null', 'https://evil.example', `${world.url}.evil.example`, 'file://']) {
      const { status, json } = await read({ origin })
      expect([origin, status, json.reason]).toEqual([origin, 403, 'ORIGIN_NOT_ALLOWED'])
    }
  })

  it('does not replace an invalid bearer token', async () => {
    const headers = { cookie, authorization: 'Bearer nonsense' }
    expect((await world.send({ path: '/api/superadmins/all', headers })).status).toBe(401)
  })
})

describe('CORS', () => {
  const preflight = (origin: string) =>
    world.send({
      method: 'OPTIONS',
      path: '/api/superadmins/all',
      headers: { origin, 'access-control-request-method': 'GET' },
    })

  it('admits the allow-list, without credentials', async () => {
    const answer = await preflight('https://play.example.com')
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://play.example.com',
      vary: 'origin',
    })
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    const rejected = await world.send({ path: '/api/auth/session', headers: { origin: 'https://play.example.com' } })
    expect([rejected.status, rejected.headers['access-control-allow-origin']]).toEqual([
      401,
      'https://play.example.com',
    ])
  })

  it('rejects similar origins', async () => {
    const origins = [
      'null',
      'http://play.example.com',
      'https://play.example.com.evil.net',
      'https://evilplay.example.com',
      'https://play.example.com:8443',
      'https://PLAY.example.com',
      'https://play.example.com/',
    ]
    for (const origin of origins) {
      expect([origin, (await preflight(origin)).headers['access-control-allow-origin']]).toEqual([origin, undefined])
    }
  })
})

describe('bodies', () => {
  const big = 'x'.repeat(300 * 1024)

  it('are rejected when too large, also without a length', async () => {
    const before = world.accounts.state.calls
    for (const chunked of [false, true]) {
      const call = { method: 'POST', path: '/api/superadmins/create', body: JSON.stringify({ big }), chunked }
      const answer = await world.send({ ...call, headers: { ...bearer, 'content-type': 'application/json' } })
      expect([chunked, answer.status, answer.json.code]).toEqual([chunked, 413, 'TOO_LARGE'])
    }
    const login = await world.send({ method: 'POST', path: '/api/auth/login', json: { username: big, password: big } })
    expect(login.status).toBe(413)
    expect(world.accounts.state.calls).toBe(before)
  })

  it('are rejected when compressed', async () => {
    const headers = { ...bearer, 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const answer = await world.send({ method: 'POST', path: '/api/superadmins/create', headers, body: 'x' })
    expect(answer.status).toBe(400)
  })

  it('are not forwarded with reads', async () => {
    const { echo } = await echoOf({ path: '/api/superadmins/all', body: '{"a":1}' })
    expect(echo.body).toBe('')
  })
})

describe('every response', () => {
  it('has the security headers and does not name the software', async () => {
    const paths = ['/', '/livez', '/docs', '/remotes.json', '/api/auth/session', '/api/none', '/socket.io/', '/mf/x/y']
    for (const path of paths) {
      const { headers } = await world.send({ path })
      expect(headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'referrer-policy': 'same-origin',
      })
      const isPage = !/^\/(api|mf)\/|json$/.test(path)
      expect(headers['cross-origin-opener-policy'], path).toBe(isPage ? 'same-origin' : undefined)
      const isData = /^\/api\/|json$/.test(path)
      const policy = isData ? "default-src 'none';" : isPage ? "script-src 'self';" : "default-src 'self';"
      expect(headers['content-security-policy'], path).toContain(policy)
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers).not.toHaveProperty('server')
      expect(headers).not.toHaveProperty('x-powered-by')
    }
  })

  it('rejects a message with two lengths', async () => {
    const lines = ['POST /api/auth/login HTTP/1.1', 'host: cascade', 'transfer-encoding: chunked', 'content-length: 5']
    const socket = connect(world.port, '127.0.0.1').setEncoding('utf8')
    socket.write(`${lines.join('\r\n')}\r\n\r\n0\r\n\r\n`)
    let text = ''
    for await (const part of socket) text += part
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('has the error body when the call is rejected', async () => {
    const answer = await world.send({ path: '/api/auth/session' })
    expect(answer.status).toBe(401)
    expect(ErrorBody.parse(answer.json)).toMatchObject({ success: false, code: 'UNAUTHENTICATED' })
    expect(answer.json.requestId).toBe(answer.headers['x-request-id'])
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('binds the cookie that it sets to this host and TLS', async () => {
    const { answer } = await world.signIn()
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^__Host-session-token=[\w.-]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
    )
  })
})
