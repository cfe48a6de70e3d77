import type { Binary, ClientSession, Collection, Db, MongoClient } from 'mongodb'
import type { Logger } from '../logger'
import { type Background, startLoop } from '../loop'

const aliveMs = 5_000
const everyMs = 2_000
/** Conflicting transactions trigger a check for dead instances, at most this often. */
const reapPauseMsMin = 1_000

/** `indexes` is a digest of the declared indexes (`migrations.ts`). */
type InstanceRow = { _id: string; aliveUntil: Date; indexes: string }
type SessionRow = { _id: string; owner: string; lsid: Binary }

/** Declared here without `CollectionPlan`, because `transaction.ts` imports this file. */
export const sessionPlans = [{ name: 'instances' }, { name: 'open_sessions', indexes: [{ key: { owner: 1 } }] }]

export const instancesOf = (db: Db): Collection<InstanceRow> => db.collection('instances')

type Registry = { db: Db; owner: string; registered: Map<string, Binary>; requestReap: () => void }
const registries = new WeakMap<MongoClient, Registry>()

/**
 * Registers the database sessions in which this process commits, and kills those of dead processes: the open
 * transaction of a killed process would block writers for up to a minute. Resolves after the first heartbeat.
 * @param now the database's time in ms since 1970
 * @param indexes digest of the declared indexes
 */
export async function trackSessions(options: {
  client: MongoClient
  db: Db
  owner: string
  now: () => number
  logger: Logger
  indexes: string
}): Promise<Background> {
  const { client, db, owner, now, logger, indexes } = options
  const instances = instancesOf(db)
  const sessions = db.collection<SessionRow>('open_sessions')
  const registered: Registry['registered'] = new Map()
  let reapedAt = Number.POSITIVE_INFINITY
  const requestReap = () => {
    if (performance.now() - reapedAt > reapPauseMsMin) loop.notify()
  }
  registries.set(client, { db, owner, registered, requestReap })
  await sendHeartbeat()

  const loop = startLoop(
    async () => {
      reapedAt = performance.now()
      await sendHeartbeat()
      for (const dead of await instances.find({ aliveUntil: { $lt: new Date(now()) } }).toArray()) await reap(dead._id)
      return undefined
    },
    { everyMs, logger, name: 'sessions' },
  )

  async function sendHeartbeat() {
    const aliveUntil = new Date(now() + aliveMs)
    const row = { aliveUntil, indexes }
    const { upsertedCount } = await instances.updateOne({ _id: owner }, { $set: row }, { upsert: true })
    // Other instances removed it as dead, e.g. after a network partition: register its sessions again.
    if (upsertedCount > 0) for (const [_id, lsid] of registered) await saveSession(db, { _id, owner, lsid })
  }

  async function reap(instance: string) {
    const open = await sessions.find({ owner: instance }).toArray()
    if (open.length > 0) await db.command({ killSessions: open.map(({ lsid }) => ({ id: lsid })) })
    await removeInstance(instance)
    logger.info({ instance, sessions: open.length }, 'closed sessions of a dead instance')
  }

  async function removeInstance(instance: string) {
    await sessions.deleteMany({ owner: instance })
    await instances.deleteOne({ _id: instance })
  }

  return {
    async stop() {
      await loop.stop()
      await removeInstance(owner)
    },
  }
}

/** Called when a transaction is retried: the conflicting one may belong to a dead process. */
export const reapDeadInstances = (client: MongoClient): void => registries.get(client)?.requestReap()

/** Registers a session before its first transaction. Does nothing for a client without `trackSessions`. */
export async function registerSession(client: MongoClient, session: ClientSession): Promise<void> {
  const registry = registries.get(client)
  const lsid = session.id?.id as Binary | undefined
  if (!registry || !lsid) return
  const _id = lsid.toString('hex')
  if (registry.registered.has(_id)) return
  await saveSession(registry.db, { _id, owner: registry.owner, lsid })
  registry.registered.set(_id, lsid)
}

const saveSession = (db: Db, { _id, ...row }: SessionRow) =>
  db.collection<SessionRow>('open_sessions').updateOne({ _id }, { $set: row }, { upsert: true })
