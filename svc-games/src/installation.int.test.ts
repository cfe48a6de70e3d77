import { installationCallsOf, perDomain } from '@cascade/contracts'
import { AppError, createInternalClient } from '@cascade/service-kit'
import { eventually, makeActor, type ServiceWorld, startServiceWorld } from '@cascade/service-kit/testing'
import { Double, Int32, Long } from 'mongodb'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { gamesService } from './service'

const calls = installationCallsOf('games')
const superadmin = makeActor()
let world: ServiceWorld
let call: ReturnType<typeof createInternalClient>

beforeAll(async () => {
  world = await startServiceWorld(gamesService, { mongodbUri: inject('mongodbUri'), natsUrl: inject('natsUrl') })
  const urls = perDomain(() => world.url)
  call = createInternalClient({ urls, sign: await world.keys.signerOf('svc-reports') })
})
afterAll(() => world.stop())

const goInto = async (mode: 'work' | 'saving' | 'restoring') => {
  await call(mode === 'work' ? calls.work : calls.rest, {
    body: mode === 'work' ? { by: 'test' } : { mode, by: 'test', archive: null },
  } as never)
  await eventually(async () => {
    const state = await call(calls.state, { body: {} })
    return state.mode === mode && state.level
  })
}

async function linesOf(collection: string): Promise<string[]> {
  const sign = await world.keys.signerOf('svc-reports')
  const response = await fetch(`${world.url}/internal${calls.rows.path}`, {
    method: calls.rows.method,
    headers: { authorization: `Bearer ${await sign('svc-games')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ collection }),
  })
  return (await response.text()).split('\n').filter(line => line !== '')
}

describe('an installation', () => {
  it('that is saved answers nobody else, hands out every row as it is stored, and works on', async () => {
    const stored = { _id: 'x' as never, long: Long.fromNumber(5), double: new Double(5), int: new Int32(5) }
    await world.db.collection('numbers').insertOne(stored)
    await goInto('saving')
    const answer = await world.call(superadmin, 'GET /time/timelist')
    expect([answer.status, answer.body.reason]).toEqual([503, 'AT_REST'])

    const { collections } = await call(calls.collections, { body: {} })
    const names = collections.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['games', 'times', 'outbox', 'cursors', 'numbers']))
    expect(names).not.toContain('leases')
    expect(await linesOf('numbers')).toEqual([
      '{"_id":"x","long":{"$numberLong":"5"},"double":{"$numberDouble":"5.0"},"int":{"$numberInt":"5"}}',
    ])
    expect(await linesOf('times')).toHaveLength(collections.find(({ name }) => name === 'times')?.rows ?? 0)
    await goInto('work')
    expect((await world.call(superadmin, 'GET /time/timelist')).status).toBe(200)
  })

  it('that is restored by half is served by nobody, not even after a restart, until all of it is there', async () => {
    await goInto('saving')
    const lines = await linesOf('times')
    const { collections } = await call(calls.collections, { body: {} })
    const all = new Map<string, string[]>()
    for (const { name } of collections) all.set(name, await linesOf(name))
    await goInto('work')

    await goInto('restoring')
    await call(calls.clear, { body: {} })
    await call(calls.put, { body: { collection: 'times', lines: lines.slice(1) } })
    await expect(call(calls.finish, { body: { collections } })).rejects.toThrow(/^Rows are missing in .*times/)
    await expect(call(calls.work, { body: { by: 'test' } })).rejects.toThrow('The restore is not finished')
    const another = await world.startAnother()
    expect((await another.call(superadmin, 'GET /time/timelist')).body.reason).toBe('AT_REST')

    for (const [collection, rows] of all)
      if (rows.length > 0) await call(calls.put, { body: { collection, lines: rows } })
    await call(calls.put, { body: { collection: 'times', lines } })
    await call(calls.finish, { body: { collections } })
    await goInto('work')
    const { body } = await eventually(async () => {
      const answer = await another.call(superadmin, 'GET /time/timelist').catch(() => undefined)
      return answer?.status === 200 ? answer : undefined
    })
    expect(body.data).toHaveLength(lines.length)
  })

  it('is no business of anybody but svc-reports', async () => {
    const stranger = createInternalClient({
      urls: perDomain(() => world.url),
      sign: await world.keys.signerOf('svc-live'),
    })
    await expect(stranger(calls.rest, { body: { mode: 'saving', by: 'x', archive: null } })).rejects.toThrow(AppError)
    expect((await call(calls.state, { body: {} })).mode).toBe('work')
  })
})
