import { startService } from '@cascade/service-kit'
import {
  accountCreated,
  eventually,
  freePort,
  makeAccount,
  makeNamespace,
  makeServiceEnv,
  makeTestApi,
  makeTestKeys,
  startTcpProxy,
  startTestProducer,
} from '@cascade/service-kit/testing'
import type { Db } from 'mongodb'
import { inject } from 'vitest'
import { reportsService } from '../service'
import { createGenerations } from '../views/generations'
import { consumerOf } from '../views/view'

/** Two admins with a line of accounts each, and a second superadmin. */
function makeTree() {
  const root = makeAccount()
  const otherRoot = makeAccount()
  const admin = makeAccount({ role: 'admin', parent: root })
  const manager = makeAccount({ role: 'superareamanager', parent: admin })
  const area = makeAccount({ role: 'areamanager', parent: manager })
  const master = makeAccount({ role: 'master', parent: area })
  const player = makeAccount({ role: 'player', parent: master })
  const gift = makeAccount({ role: 'gift', parent: admin })
  const rival = makeAccount({ role: 'admin', parent: root })
  const rivalManager = makeAccount({ role: 'superareamanager', parent: rival })
  return { root, otherRoot, admin, manager, area, master, player, gift, rival, rivalManager }
}

/** svc-reports beside a stand-in for svc-accounts, with a door in front of NATS that a test may shut. */
export async function startWorld(options: { startsReports?: boolean } = {}) {
  const namespace = makeNamespace('reports')
  const keys = await makeTestKeys(['gateway', 'svc-accounts', 'svc-reports'])
  const ports = { accounts: await freePort(), reports: await freePort() }
  const nats = await startTcpProxy(inject('natsUrl'))
  const servers = { keys, ports, namespace, mongodbUri: inject('mongodbUri'), natsUrl: `nats://127.0.0.1:${nats.port}` }
  const producer = await startTestProducer('accounts', makeServiceEnv({ domain: 'accounts', ...servers }))
  const env = makeServiceEnv({ domain: 'reports', ...servers })
  const tree = makeTree()
  await producer.emit(...Object.values(tree).map(accountCreated))
  let stopReports: (() => Promise<void>) | undefined
  const db: Db = producer.client.db(env.MONGODB_DB)
  const generations = createGenerations({ client: producer.client, db })

  const world = {
    tree,
    producer,
    nats,
    db,
    generations,
    call: makeTestApi(keys, 'reports', ports.reports),
    async start() {
      stopReports = await startService(reportsService, env)
    },
    async stopReports() {
      await stopReports?.()
      stopReports = undefined
    },
    /** Waits until reports has handled every event that was committed so far. */
    caughtUp: () =>
      eventually(async () => {
        const unnumbered = await producer.db.collection('outbox').countDocuments({ todo: 'number' })
        const counter = await producer.db.collection<{ _id: string; head: number }>('outbox_counter').findOne()
        const { active } = await generations.state()
        const cursors = db.collection<{ _id: string; lastSeq: number }>('cursors')
        const cursor = await cursors.findOne({ _id: `${consumerOf(active)}:accounts` })
        return unnumbered === 0 && cursor !== null && cursor.lastSeq === counter?.head
      }),
    async stop() {
      await world.stopReports()
      await producer.stop()
      await nats.cut()
    },
  }
  if (options.startsReports !== false) await world.start()
  return world
}
export type World = Awaited<ReturnType<typeof startWorld>>
