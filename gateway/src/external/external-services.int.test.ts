import { ActivitiesRecorded, type ActivityRecorded } from '@cascade/contracts/gateway'
import { notifyLoops } from '@cascade/service-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { loyaltyDocument, startExternalService } from '../testing/external-service'
import { startWorld, until, type World } from '../testing/world'

const path = '/api/loyalty/points/a1'
let external: Awaited<ReturnType<typeof startExternalService>>
let world: World
const activities: ActivityRecorded['data'][] = []

beforeAll(async () => {
  external = await startExternalService()
  const SERVICES = JSON.stringify([{ id: 'loyalty', url: external.url }])
  const env = { SERVICES, RATE_IN_FLIGHT_PER_SESSION: '100', RATE_IN_FLIGHT_PER_ACCOUNT: '100' }
  world = await startWorld({ env })
  external.trust(world.keys.jwks)
  await world.bus.listen('gateway.activities.recorded.v1', payload => {
    activities.push(...ActivitiesRecorded.parse(payload).data.activities.map(({ data }) => data))
  })
})
afterAll(async () => {
  await world.stop()
  await external.stop()
})
beforeEach(async () => {
  await useDocument(JSON.stringify(loyaltyDocument()))
  await until(async () => (await degraded()).length === 0)
  external.state.headers = []
})

const degraded = async () =>
  ((await world.send({ path: '/readyz' })).json.degraded as string[]).filter(text => text.startsWith('external.'))

async function useDocument(document: string | Promise<string>) {
  const reads = external.state.documentReads
  external.state.document = document
  await until(() => {
    notifyLoops()
    return external.state.documentReads > reads
  })
}

const changed = (change: (paths: ReturnType<typeof loyaltyDocument>['paths']) => void) => {
  const document = loyaltyDocument()
  change(document.paths)
  return JSON.stringify(document)
}

describe('a call to an external service', () => {
  it('is forwarded with the actor, without the token and cookies of the client, and its answer sets no cookie', async () => {
    const { bearer, cookie } = await world.signIn()
    const answer = await world.send({ path, headers: { ...bearer, cookie, 'x-own': '1' } })
    expect(answer).toMatchObject({ status: 200, json: { data: { id: 'a1', actor: { username: 'root' } } } })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.headers['content-security-policy']).toContain('sandbox')
    const [{ authorization = '', ...others } = {}] = external.state.headers
    expect(authorization).toMatch(/^Bearer /)
    expect(authorization).not.toBe(bearer.authorization)
    expect(Object.keys(others)).not.toEqual(expect.arrayContaining([expect.stringMatching(/cookie|x-own/)]))
    const replayed = await fetch(`${world.accounts.url}/api/superadmins/all`, { headers: { authorization } })
    expect(replayed.status).toBe(401)
  })

  it('does not reach the service without a session or the role of its permission', async () => {
    const { bearer } = await world.signIn('player')
    const statuses = [await world.send({ path }), await world.send({ path, headers: bearer })]
    expect(statuses.map(({ status }) => status)).toEqual([401, 403])
    expect((await world.send({ method: 'PUT', path, headers: bearer })).headers.allow).toBe('GET, POST')
    expect(external.state.headers).toEqual([])
  })

  it('is recorded if it changes something, and passes the key of the client', async () => {
    const { bearer } = await world.signIn()
    const headers = { ...bearer, 'idempotency-key': 'key-1' }
    expect((await world.send({ method: 'POST', path, headers, json: { points: 5 } })).status).toBe(201)
    expect(external.state.headers[0]).toMatchObject({ 'idempotency-key': 'key-1' })
    const operation = 'external.loyalty.points.give'
    await until(() => activities.some(each => each.operation === operation))
    const activity = { username: 'root', subject: 'Loyalty points given', requestUrl: path, status: 201 }
    expect(activities.find(each => each.operation === operation)).toMatchObject(activity)
  })

  it('has an unknown outcome if a change is not answered, and none if the service rejects our token or is gone', async () => {
    const { bearer } = await world.signIn()
    const lost = await world.send({ method: 'POST', path: `${path}?vanish=1`, headers: bearer, json: {} })
    expect(lost).toMatchObject({ status: 503, json: { code: 'OUTCOME_UNKNOWN', reason: 'SERVICE_AWAY' } })
    const rejected = await world.send({ path: `${path}?deny=1`, headers: bearer })
    expect(rejected).toMatchObject({ status: 503, json: { code: 'UNAVAILABLE', reason: 'SERVICE_TOKEN_REFUSED' } })
    await external.stop()
    const away = await world.send({ path, headers: bearer })
    await external.start()
    expect(away).toMatchObject({ status: 503, json: { code: 'UNAVAILABLE', reason: 'SERVICE_AWAY' } })
  })

  it('is rejected while 64 others are in flight, and the calls of our services are answered', async () => {
    const { bearer } = await world.signIn()
    let release = () => {}
    external.state.held = new Promise(resolve => {
      release = resolve
    })
    const held = Array.from({ length: 64 }, () => world.send({ path, headers: bearer }))
    await until(() => external.state.inFlight === 64)
    const more = await world.send({ path, headers: bearer })
    expect([more.status, more.json.code, more.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '1'])
    expect((await world.send({ path: '/api/superadmins/all', headers: bearer })).status).toBe(200)
    release()
    expect(new Set((await Promise.all(held)).map(({ status }) => status))).toEqual(new Set([200]))
    expect((await world.send({ path, headers: bearer })).status).toBe(200)
  })
})

describe('the document of an external service', () => {
  it('is part of the API docs and followed when it changes', async () => {
    const { bearer } = await world.signIn()
    const read = async () => {
      const { json } = await world.send({ path: '/docs/openapi.json' })
      return (json.paths as Record<string, Record<string, object>>)['/loyalty/points/{id}']
    }
    expect((await read())?.get).toMatchObject({ operationId: 'externalLoyaltyPointsRead', tags: ['loyalty'] })
    await useDocument(changed(paths => delete paths['/loyalty/points/{id}']?.post))
    await until(async () => (await read())?.post === undefined)
    expect((await world.send({ method: 'POST', path, headers: bearer, json: {} })).status).toBe(405)
    expect((await world.send({ path, headers: bearer })).status).toBe(200)
  })

  it('is rejected as a whole if it becomes invalid; the last valid one stays in use, and ours is not affected', async () => {
    const { bearer } = await world.signIn()
    const reject = async (document: string, fault: string) => {
      await useDocument(document)
      await until(
        async () => (await degraded())[0] === `external.loyalty: ${fault}; its last valid document stays in use`,
      )
      expect((await world.send({ method: 'POST', path, headers: bearer, json: {} })).status).toBe(201)
      expect((await world.send({ path: '/api/game/all', headers: bearer })).json.reason).toBe('SERVICE_AWAY')
    }
    await reject(
      changed(paths => Object.assign(paths, { '/loyalty/points/{id}': { get: {} } })),
      'GET /loyalty/points/{id} has no x-permission',
    )
    await reject(
      changed(paths => Object.assign(paths, { '/game/all': paths['/loyalty/points/{id}'] })),
      'GET /game/all has a path of games: /game/:id',
    )
    await reject('x'.repeat(270_000), 'its openapi.json is larger than 256 KB')
  })

  it('does not delay the start if it hangs: its calls are unavailable, and ours are answered', async () => {
    let answer = (_document: string) => {}
    external.state.document = new Promise<string>(resolve => {
      answer = resolve
    })
    const { bearer } = await world.signIn()
    const another = await world.startAnother({})
    onTestFinished(another.stop)
    const { status, json } = await another.send({ path, headers: bearer })
    expect([status, json.code, json.reason]).toEqual([503, 'UNAVAILABLE', 'SERVICE_AWAY'])
    expect((await another.send({ path: '/api/superadmins/all', headers: bearer })).status).toBe(200)
    answer(JSON.stringify(loyaltyDocument()))
    await until(async () => (await another.send({ path, headers: bearer })).status === 200)
    expect((await another.send({ path: '/api/loyalty/other', headers: bearer })).status).toBe(404)
  })
})
