import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  ActivitiesRecorded,
  type ActivityRecorded,
  type RemoteState,
  RemotesDocument,
} from '@cascade/contracts/gateway'
import { notifyLoops } from '@cascade/service-kit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startWorld, until, type World } from '../testing/world'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const key = publicKey.export({ format: 'jwk' })
const served = new Map<string, string>()
const hashOf = (content: string) => `sha256-${createHash('sha256').update(content).digest('base64')}`
const activities: ActivityRecorded['data'][] = []
let host: Server
let world: World
let bearer: { authorization: string }

/** Deploys a build with one file of its own beside those of earlier builds. */
function deploy(version: string, more: object = {}, signer = privateKey) {
  const [path, content] = [`static/main.${version.replaceAll('.', '').padStart(8, '0')}.js`, `run(${version})`]
  const files = { [path]: hashOf(content), 'mf-manifest.json': hashOf(version), 'gone.js': hashOf('gone') }
  const descriptor = { id: 'loyalty', title: 'Loyalty', version, bases: [], files, ...more }
  const text = JSON.stringify(descriptor)
  for (const [name, body] of [
    [path, content],
    ['mf-manifest.json', version],
    ['remote.json', text],
  ] as const)
    served.set(`/${name}`, body)
  served.set('/remote.json.sig', sign(null, Buffer.from(text), signer).toString('base64url'))
  return `/mf/loyalty/${path}`
}

beforeAll(async () => {
  host = createServer((request, response) => {
    const content = served.get(request.url ?? '')
    response.writeHead(content === undefined ? 404 : 200).end(content)
  }).listen(0, '127.0.0.1')
  await once(host, 'listening')
  const REMOTES = JSON.stringify([
    { id: 'loyalty', address: `http://127.0.0.1:${(host.address() as AddressInfo).port}`, key },
  ])
  world = await startWorld({ env: { REMOTES, ACCOUNTS_REMOTE: '', GAMES_REMOTE: '' } })
  ;({ bearer } = await world.signIn())
  await world.bus.listen('gateway.activities.recorded.v1', payload => {
    activities.push(...ActivitiesRecorded.parse(payload).data.activities.map(({ data }) => data))
  })
})
afterAll(async () => {
  await world.stop()
  host.close()
})

const listed = async (from = world.send) =>
  RemotesDocument.parse((await from({ path: '/remotes.json' })).json).remotes.map(
    ({ id, version }) => `${id} ${version}`,
  )
const statusOf = async (path: string, from = world.send) => (await from({ path })).status
const post = (path: string, json: object = {}, headers = bearer) =>
  world.send({ method: 'POST', path: `/api/remotes/loyalty/${path}`, json, headers })
const state = async () =>
  ((await world.send({ path: '/api/remotes', headers: bearer })).json.data as RemoteState[])[0] as RemoteState
const degraded = async () =>
  ((await world.send({ path: '/readyz' })).json.degraded as string[]).filter(text => text.startsWith('remote '))

describe("a version of another team's remote", () => {
  it('runs only after a superadmin has accepted it, and then on every gateway', async () => {
    const file = deploy('1.0.0')
    const another = await world.startAnother({})
    onTestFinished(another.stop)
    expect(await state()).toMatchObject({ title: 'Loyalty', isOwn: false, newest: { version: '1.0.0', misfits: [] } })
    expect([await listed(), await statusOf(file)]).toEqual([[], 404])
    const player = (await world.signIn('player')).bearer
    expect((await post('accept', { version: '1.0.0' }, player)).status).toBe(403)
    const { bearer: unproved } = await world.signIn()
    Object.assign([...world.accounts.sessions.values()].at(-1) ?? {}, { provenUntil: new Date(0).toISOString() })
    expect((await post('accept', { version: '1.0.0' }, unproved)).json.reason).toBe('STEP_UP_REQUIRED')
    expect((await post('accept', { version: '0.9.0' })).json.code).toBe('CONFLICT')
    expect((await post('accept', { version: '1.0.0' })).status).toBe(200)
    expect([await listed(), await statusOf(file)]).toEqual([['loyalty 1.0.0'], 200])
    await until(async () => (await listed(another.send)).includes('loyalty 1.0.0'))
    expect(await statusOf(file, another.send)).toBe(200)
  })

  it('waits while the accepted one is served, and both are after it is accepted or rolled back', async () => {
    const before = deploy('1.0.0')
    const after = deploy('2.0.0')
    expect(await state()).toMatchObject({ accepted: { version: '1.0.0' }, newest: { version: '2.0.0' } })
    expect([await listed(), await statusOf(before), await statusOf(after)]).toEqual([['loyalty 1.0.0'], 200, 404])
    const accepted = await post('accept', { version: '2.0.0' })
    expect(accepted.json.data).toMatchObject({ accepted: { version: '2.0.0' }, previous: { version: '1.0.0' } })
    expect([await listed(), await statusOf(before), await statusOf(after)]).toEqual([['loyalty 2.0.0'], 200, 200])
    expect((await world.send({ path: '/mf/loyalty/mf-manifest.json' })).text).toBe('2.0.0')
    await statusOf('/mf/loyalty/gone.js')
    expect((await state()).accepted).toMatchObject({ loads: 0, failures: 1 })
    expect((await post('rollback')).json.data).toMatchObject({
      accepted: { version: '1.0.0' },
      newest: { version: '2.0.0' },
    })
    expect(await listed()).toEqual(['loyalty 1.0.0'])
    await until(() => activities.some(({ operation }) => operation === 'gateway.remote.rollBack'))
    const changes = (before: string, after: string) => [{ field: 'version', before, after }]
    expect(activities.filter(({ operation }) => operation?.startsWith('gateway.remote.')).slice(-2)).toMatchObject([
      { does: 'accepted the newest version of the remote loyalty', changes: changes('1.0.0', '2.0.0') },
      { does: 'went back to the previous version of the remote loyalty', changes: changes('2.0.0', '1.0.0') },
    ])
  })

  it.each([
    ['an unsigned descriptor', () => served.delete('/remote.json.sig'), 'it has no remote.json.sig that can be read'],
    [
      'another signer',
      () => deploy('3.0.0', {}, generateKeyPairSync('ed25519').privateKey),
      'it is not signed by the key',
    ],
    [
      'a changed byte',
      () => served.set('/remote.json', `${served.get('/remote.json')} `),
      'it is not signed by the key',
    ],
    ['another remote', () => deploy('3.0.0', { id: 'shop' }), 'its id is shop'],
    [
      'other files under an accepted version',
      () => deploy('2.0.0', { title: 'Other' }),
      'was accepted with other files',
    ],
  ])(
    'that is rejected as %s is named at /readyz and on the page, and the accepted one is served',
    async (_what, change, sentence) => {
      deploy('3.0.0')
      change()
      expect((await state()).fault).toContain(sentence)
      expect((await degraded())[0]).toContain(sentence)
      expect((await state()).newest?.version).not.toBe('3.0.0')
      expect(await listed()).toEqual(['loyalty 1.0.0'])
    },
  )

  it('is served after a restart, by its stored descriptor and only with the signature of the team', async () => {
    const file = deploy('1.0.0')
    deploy('4.0.0')
    const forged = { text: served.get('/remote.json') ?? '', signature: 'x'.repeat(86) }
    const row = world.accounts.remotes.get('loyalty') ?? expect.fail()
    world.accounts.remotes.set('loyalty', { ...row, previous: forged })
    const restarted = await world.startAnother({})
    onTestFinished(restarted.stop)
    await until(async () => (await listed(restarted.send)).includes('loyalty 1.0.0'))
    expect(await statusOf(file, restarted.send)).toBe(200)

    world.accounts.remotes.set('loyalty', { id: 'loyalty', accepted: forged })
    const attacked = await world.startAnother({})
    onTestFinished(attacked.stop)
    await until(async () => {
      notifyLoops()
      return (await attacked.send({ path: '/readyz' })).text.includes('its accepted version is not served')
    })
    expect([await listed(attacked.send), await statusOf(file, attacked.send)]).toEqual([[], 404])
  })
})
