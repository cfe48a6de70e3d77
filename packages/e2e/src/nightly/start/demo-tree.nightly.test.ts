import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import {
  demoTree,
  type Login,
  type RunningServer,
  type Suite,
  seedDemo,
  seedRecordIn,
  startMongo,
  startNats,
  startSuite,
} from '@cascade/dev'
import { startHttpProxy } from '@cascade/dev/proxies'
import { MongoClient } from 'mongodb'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Api, apiAt } from '../../support/api'
import { expectDemoTree } from '../../support/demo'
import { createAccount, newAccount } from '../../support/world'

let shared: { mongo: RunningServer; nats: RunningServer }
let folder: string
let namespace: string
let suite: Suite
let api: Api

beforeAll(async () => {
  const servers = await mkdtemp(join(tmpdir(), 'cascade-demo-servers-'))
  const [mongo, nats] = await Promise.all([startMongo({ dataDir: ':memory:' }), startNats({ dataDir: servers })])
  shared = { mongo, nats }
  return async () => {
    await Promise.all([mongo.stop(), nats.stop()])
    await rm(servers, { recursive: true, force: true })
  }
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-demo-'))
  namespace = basename(folder).toLowerCase()
  const own = { dataDir: folder, port: 0, seed: 'none', build: false, logLevel: 'fatal' } as const
  suite = await startSuite({ ...own, ...shared, namespace })
  api = apiAt(suite.url)
  return async () => {
    await suite.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

type Between = { cutAfter?: number; before?: (line: string) => Promise<void> }

/** Runs the seed of one start; call `cutAfter` loses its response, later ones are not made. */
async function seed(
  { cutAfter = Number.POSITIVE_INFINITY, before }: Between = {},
  log: string[] = [],
): Promise<Login[]> {
  let calls = 0
  const proxy = await startHttpProxy(
    async line => {
      const number = ++calls
      if (number > cutAfter) return 'cut'
      await before?.(line)
      return number === cutAfter ? 'cutReply' : undefined
    },
    Number(new URL(suite.url).port),
  )
  const record = seedRecordIn(join(folder, 'demo-tree'))
  return seedDemo(proxy.url, record, line => log.push(line)).finally(() => proxy.stop())
}

/** Deletes the idempotency keys of creations, which expire after a day. */
async function forgetCreations(): Promise<void> {
  const client = new MongoClient(suite.mongo.uri)
  await client.db(`${namespace}_accounts`).collection('creation_keys').deleteMany({})
  await client.close()
}

describe('the seed of the demo tree', () => {
  it('resumes after an interruption, issues no credit twice and leaves a complete tree unchanged', async () => {
    // Lost responses: issuing, the first create, its credit, and later calls.
    for (const cutAfter of [3, 6, 5, 12, 23, 37]) {
      await expect(seed({ cutAfter })).rejects.toThrow()
      // As if the next start were more than a day later.
      await forgetCreations()
    }
    await seed()
    await expectDemoTree(api)
    const again: string[] = []
    await seed({}, again)
    expect(again).toEqual([])

    // A complete tree is never repaired, so user changes persist.
    const { token } = await api.login('superadmin')
    const players = async () => (await api.send('GET', '/player/all', { token })).body.data as { _id: string }[]
    const before = await players()
    await api.send('DELETE', `/player/${before[0]?._id}`, { token })
    await seed()
    expect(await players()).toHaveLength(before.length - 1)
  })

  it('tolerates concurrent account creation and returns existing logins', async () => {
    const superadmin = await api.login('superadmin')
    const others: string[] = []
    const before = async (call: string) => {
      if (call !== 'POST /api/admins/create') return
      others.push((await createAccount(api, superadmin, 'admin', superadmin.user._id)).username)
    }
    const logins = await seed({ before })
    expect(others).toContain('admin1')
    const usernames = await expectDemoTree(api)
    expect(usernames.get('admin1')).not.toBe('admin1')
    expect(logins.map(({ username }) => username)).toEqual(
      ['superadmin', 'admin1', 'superareamanager1', 'areamanager1', 'master1', 'player1'].map(name =>
        usernames.get(name),
      ),
    )
    for (const { username, password } of logins) await api.login(username, password)
  })

  it('skips an account whose email is already taken', async () => {
    const superadmin = await api.login('superadmin')
    const takenEmail = demoTree.find(({ username }) => username === 'master3')?.person.email
    const body = { ...(newAccount('admin', superadmin.user._id) as object), email: takenEmail }
    const before = async (call: string) => {
      if (call === 'POST /api/areamanager/create')
        await api.send('POST', '/admins/create', { token: superadmin.token, body })
    }
    const log: string[] = []
    const logins = await seed({ before }, log)
    expect(log).toContain('The demo tree goes on without Imran Qureshi: User with this email already exists.')
    expect(logins).toHaveLength(6)
    expect(log).toContain('Demo accounts created')
  })
})
