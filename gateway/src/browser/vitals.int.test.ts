import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exampleOf } from '@cascade/contracts'
import { ActivitiesRecorded, type PageVital, tracesApi, vitalsApi } from '@cascade/contracts/gateway'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, until, type World } from '../testing/world'

let world: World
let bearer: { authorization: string }
const operations: string[] = []
const token = 'token-of-the-metrics'

beforeAll(async () => {
  world = await startWorld({ env: { METRICS_TOKEN: token } })
  await world.bus.listen('gateway.activities.recorded.v1', payload => {
    for (const { data } of ActivitiesRecorded.parse(payload).data.activities) operations.push(data.operation ?? '')
  })
  const folder = join(world.folder, 'mf-accounts')
  await mkdir(folder, { recursive: true })
  const bases = [{ path: 'player', roles: ['superadmin'], order: 1 }]
  const descriptor = { id: 'accounts', title: 'Accounts', version: '1', bases, publicPaths: ['verify'] }
  await writeFile(join(folder, 'remote.json'), JSON.stringify(descriptor))
  ;({ bearer } = await world.signIn())
})
afterAll(() => world.stop())

const vital: PageVital = { metric: 'LCP', value: 1200, screen: 'player', version: '1.0.0+0a1b2c3d' }
const post = (body: unknown, headers: Record<string, string> = bearer) =>
  world.send({ method: 'POST', path: '/api/vitals', json: body as object, headers })
const report = async (...vitals: Partial<PageVital>[]) =>
  (await post({ vitals: vitals.map(changed => ({ ...vital, ...changed })) })).status

async function samples(name: string): Promise<string[]> {
  const { text } = await world.send({ path: '/metrics', headers: { authorization: `Bearer ${token}` } })
  return text
    .split('\n')
    .flatMap(line => (line.startsWith(`${name}{`) ? [line.replace(/,?service="gateway"/, '')] : []))
}
const of = (screen: string, version: string) => (line: string) =>
  line.includes(`screen="${screen}"`) && line.includes(`version="${version}"`)
const countOf = async (name: string, screen: string, version = vital.version) => {
  const line = (await samples(`cascade_gateway_${name}`)).find(of(screen, version))
  return line && Number(line.split(' ').at(-1))
}

describe('web vitals', () => {
  it('are recorded by screen and version, times in seconds', async () => {
    const screen = 'player/:id/edit'
    expect(
      await report(
        { screen },
        { screen, metric: 'INP', value: 80 },
        { screen, metric: 'CLS', value: 0.03 },
        { screen: 'dashboard' },
        { screen: 'public/verify' },
      ),
    ).toBe(200)
    expect(await countOf('page_lcp_seconds_sum', screen)).toBe(1.2)
    expect(await countOf('page_inp_seconds_sum', screen)).toBe(0.08)
    expect(await countOf('page_cls_sum', screen)).toBe(0.03)
    for (const other of ['dashboard', 'public/verify']) expect(await countOf('page_lcp_seconds_count', other)).toBe(1)
  })

  it('are recorded as other for unknown screens', async () => {
    expect(await report({ screen: 'nowhere' }, { screen: 'public/player' }, { screen: 'verify' })).toBe(200)
    expect(await countOf('page_lcp_seconds_count', 'other', 'other')).toBe(3)
    expect(await countOf('page_lcp_seconds_count', 'nowhere')).toBeUndefined()
  })

  it.each([
    ['an unknown metric', { ...vital, metric: 'TTFB' }],
    ['a negative value', { ...vital, value: -1 }],
    ['a value beyond ten minutes', { ...vital, value: 600_001 }],
    ['a value that is no number', { ...vital, value: '1' }],
    ['an id instead of a pattern', { ...vital, screen: 'player/0192d1c2-0000-7000-8000-000000000000' }],
    ['an address', { ...vital, screen: '/admin/player?x=1' }],
    ['a long screen', { ...vital, screen: `player/${'a'.repeat(80)}` }],
    ['a malformed version', { ...vital, version: 'a"b' }],
    ['an unknown field', { ...vital, user: 'root' }],
  ])('are rejected with %s', async (_what, wrong) => {
    expect((await post({ vitals: [wrong] })).status).toBe(400)
  })

  it('are rejected in bodies of another shape', async () => {
    for (const body of [{}, { vitals: [] }, { vitals: Array(13).fill(vital) }, { vitals: [vital], more: 1 }]) {
      expect((await post(body)).status).toBe(400)
    }
  })

  it('are accepted from signed-in operators only', async () => {
    const { body } = exampleOf(vitalsApi.report)
    expect((await post(body, {})).status).toBe(401)
    expect((await post(body, (await world.signIn('player')).bearer)).status).toBe(403)
  })

  it('are not audited', async () => {
    await report({})
    await world.send({ method: 'POST', path: '/api/auth/login', json: { username: 'root', password: 'wrong' } })
    await until(() => operations.length > 0)
    expect(operations).not.toContain(vitalsApi.report.id)
  })

  it('create a bounded number of series', async () => {
    const { bearer: own } = await world.signIn()
    for (let batch = 0; batch < 50; batch++) {
      const vitals = Array.from({ length: 12 }, (_, index) => ({ ...vital, version: `9.${batch}.${index}` }))
      expect((await post({ vitals }, own)).status).toBe(200)
    }
    expect((await samples('cascade_gateway_page_lcp_seconds_count')).length).toBeLessThanOrEqual(501)
    expect(await countOf('page_lcp_seconds_count', 'other', 'other')).toBeGreaterThan(100)
  })

  it('are rate-limited per session', async () => {
    const { bearer: own } = await world.signIn()
    const answers = await Promise.all(Array.from({ length: 130 }, () => post({ vitals: [vital] }, own)))
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  })
})

describe('browser traces', () => {
  it('are accepted and ignored while tracing is off, and pages do not start traces', async () => {
    const { body } = exampleOf(tracesApi.report)
    const tellCalls = (json: unknown) =>
      world.send({ method: 'POST', path: '/api/traces', json: json as object, headers: bearer })
    expect((await tellCalls(body)).status).toBe(200)
    expect((await tellCalls({ calls: [{ traceparent: '00-not-a-trace', name: 'x' }] })).status).toBe(400)
    expect((await world.send({ method: 'POST', path: '/api/traces', json: body as object })).status).toBe(401)
    expect((await world.send({ path: '/remotes.json' })).json).not.toHaveProperty('traces')
    const { headers } = await world.send({ path: '/api/auth/session', headers: bearer })
    expect(headers).not.toHaveProperty('traceresponse')
  })
})
