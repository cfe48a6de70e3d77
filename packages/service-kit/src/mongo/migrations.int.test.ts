import { spawn } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { notifyLoops } from '../runtime/loop'
import { type Service, startService } from '../service/service'
import { createMetrics } from '../telemetry/metrics'
import { eventually, freePort, makeTestKeys, silentLogger } from '../testing'
import { movedService, oldService } from '../testing/moving-service'
import { makeServiceEnv, type Scratch, startScratch } from '../testing/world'
import { startDatabaseClock } from './clock'
import { instancesOf } from './instances'
import { startMigrations } from './migrations'

const servers = { mongodbUri: inject('mongodbUri'), natsUrl: inject('natsUrl') }
const stops = new Set<() => Promise<void>>()
let scratch: Scratch
let aheadMs = 0

const keys = await makeTestKeys()
beforeEach(async () => {
  aheadMs = 0
  scratch = await startScratch()
})
afterEach(async () => {
  await Promise.all([...stops].map(stop => stop()))
  await scratch.stop()
})

async function envOf() {
  const { namespace } = scratch
  const env = makeServiceEnv({ name: 'games', ports: { games: await freePort() }, keys, namespace, ...servers })
  return { ...env, MONGODB_DB: namespace, METRICS_PORT: await freePort() }
}

async function start(service: Service<object>) {
  const env = await envOf()
  const end = await startService(service, env, async (...parts) => {
    const clock = await startDatabaseClock(...parts)
    return { ...clock, now: () => clock.now() + aheadMs }
  })
  const stop = async () => {
    if (stops.delete(stop)) await end()
  }
  stops.add(stop)
  const get = (port: number, path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  return {
    stop,
    ready: async () => (await get(env.PORT, '/readyz')).json(),
    metrics: async () => (await get(env.METRICS_PORT, '/metrics')).text(),
  }
}

async function startOld(rows = 100) {
  const old = await start(oldService)
  const written = Array.from({ length: rows }, (_, code) => ({ code, n: 0 }))
  await scratch.db.collection<{ code: number; n: number }>('rows').insertMany(written)
  return old
}

const version = async () => (await scratch.db.collection('data_version').findOne())?.version
const moved = async () =>
  [...new Set((await scratch.db.collection('rows').find().toArray()).map(({ n }) => Number(n)))].sort()
const indexes = async () => (await scratch.db.collection('rows').indexes()).map(({ name }) => name).sort()

describe('a migration', () => {
  it('changes each row once when two instances start at once, while both serve calls', async () => {
    await startOld()
    const both = await Promise.all([start(movedService), start(movedService)])
    await eventually(async () => (await version()) === 1)
    expect(await moved()).toEqual([1])
    for (const { ready, metrics } of both) {
      await expect.poll(ready).toMatchObject({ success: true, missing: [], notes: [] })
      const text = await metrics()
      expect(text).toContain('cascade_data_version{service="svc-games"} 1')
      expect(text).toContain('cascade_data_migrating{service="svc-games"} 0')
    }
    await expect(start(oldService)).rejects.toThrow(
      'The stored data has version 1 of a newer release; this release supports version 0. Start the newer release.',
    )
  })
})

describe('the cleanup of indexes', () => {
  it('drops an index only when no instance declares it any more', async () => {
    const old = await startOld()
    const first = await start(movedService)
    await eventually(async () => (await version()) === 1)
    await first.stop()
    await (await start(movedService)).stop()
    await expect(scratch.db.collection('rows').insertOne({ code: 1 })).rejects.toThrow('duplicate')
    expect(await indexes()).toEqual(['_id_', 'code_1', 'n_1'])
    await start(movedService)
    await old.stop()
    const laterIndexes = () => {
      aheadMs += 60_000
      notifyLoops()
      return indexes()
    }
    await expect.poll(laterIndexes, { interval: 200, timeout: 20_000 }).toEqual(['_id_', 'n_1'])
  })

  it('keeps an index that an instance declared within the last five minutes', async () => {
    let nowMs = 1_000_000
    let rounds = 0
    await scratch.db.collection('rows').createIndex({ code: 1 })
    scratch.client.on('commandStarted', ({ command }) => {
      if (command.aggregate === 'instances') rounds += 1
    })
    const { collections } = movedService
    const parts = {
      ...scratch,
      specs: collections,
      migrations: [],
      build: () => undefined,
      leaseOf: scratch.leasesOf('us'),
      now: () => nowMs,
    }
    const migrating = startMigrations({ ...parts, metrics: createMetrics('games'), logger: silentLogger })
    stops.add(migrating.stop)
    /** After two rounds at a later moment. */
    const indexesAfter = async (minutes: number) => {
      nowMs += minutes * 60_000
      const earlier = rounds
      await expect.poll(() => notifyLoops() ?? rounds).toBeGreaterThan(earlier + 2)
      return indexes()
    }
    expect(await indexesAfter(0)).toEqual(['_id_', 'code_1'])
    const other = { _id: 'other', indexes: 'of another release', aliveUntil: new Date(nowMs + 4 * 60_000 + 5_000) }
    await instancesOf(scratch.db).insertOne(other)
    for (const minutes of [4, 2, 2]) expect(await indexesAfter(minutes)).toEqual(['_id_', 'code_1'])
    nowMs += 4 * 60_000
    notifyLoops()
    await expect.poll(indexes).toEqual(['_id_'])
  })
})

describe('a migration', () => {
  it('is finished by the next instance when its own was killed', async () => {
    await startOld(4_000)
    const [service, testing] = ['service/service', 'testing/moving-service'].map(name =>
      JSON.stringify(new URL(`../${name}.ts`, import.meta.url).href),
    )
    const program = `import { startService } from ${service}
    import { movedService } from ${testing}
    await startService(movedService, ${JSON.stringify(await envOf())})`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const ended = new Promise(resolve => child.once('exit', resolve))
    await eventually(async () => (await moved()).includes(1))
    child.kill('SIGKILL')
    await ended
    expect(await moved()).toEqual([0, 1])

    const next = await start(movedService)
    expect(await next.ready()).toMatchObject({
      success: true,
      missing: [],
      notes: ['stored data is migrated from version 0 to 1: rows are counted up'],
    })
    await eventually(async () => (await version()) === 1)
    expect(await moved()).toEqual([1])
  })
})
