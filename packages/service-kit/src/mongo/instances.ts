import type { Binary, ClientSession, Collection, Db, MongoClient } from 'mongodb'
import { type Background, startLoop } from '../runtime/loop'
import type { Logger } from '../telemetry/logger'

const aliveMs = 5_000
const everyMs = 2_000
const reapEveryMs = 6_000
/** Conflicting transactions trigger a check for dead instances, at most this often. */
const reapPauseMsMin = 1_000
/** A session without a transaction for this long is no longer registered. */
const unusedMsMax = 10 * 60_000

/** `indexes` is a digest of the declared indexes (`migrations.ts`). */
type InstanceRow = { _id: string; aliveUntil: Date; indexes: string }
type SessionRow = { _id: string; owner: string; lsid: Binary }

/** Declared here without `CollectionSpec`, because `transaction.ts` imports this file. */
export const sessionCollections = [{ name: 'instances' }, { name: 'open_sessions', indexes: [{ key: { owner: 1 } }] }]

export const instancesOf = (db: Db): Collection<InstanceRow> => db.collection('instances')

/** `usedAt`: the database's time of its newest transaction. */
type Registered = { lsid: Binary; session: ClientSession; usedAt: number }
type Registry = {
  db: Db
  owner: string
  now: () => number
  registered: Map<string, Registered>
  requestReap: () => void
}
const registries = new WeakMap<MongoClient, Registry>()

/**
 * Registers the database sessions in which this process commits, and kills those of dead processes: the open
 * transaction of a killed process would block writers for up to a minute. After a database outage, and after the start,
 * the others get time to send a heartbeat first. Resolves after the first heartbeat.
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
  let isRequested = false
  const requestReap = () => {
    if (performance.now() - reapedAt <= reapPauseMsMin) return
    isRequested = true
    loop.notify()
  }
  registries.set(client, { db, owner, now, registered, requestReap })
  await sendHeartbeat()
  let beatAt = performance.now()
  reapedAt = beatAt
  let reapFrom = beatAt + aliveMs

  const loop = startLoop(
    async () => {
      await sendHeartbeat()
      const wasAway = performance.now() - beatAt > aliveMs / 2
      beatAt = performance.now()
      if (wasAway) reapFrom = beatAt + aliveMs
      await removeUnused()
      if (!isRequested && beatAt - reapedAt < reapEveryMs) return undefined
      isRequested = false
      reapedAt = beatAt
      if (beatAt < reapFrom) return undefined
      const dead = { _id: { $ne: owner }, aliveUntil: { $lt: new Date(now()) } }
      for (const { _id } of await instances.find(dead).toArray()) await reap(_id)
      return undefined
    },
    { everyMs, logger, name: 'sessions' },
  )

  async function sendHeartbeat() {
    const aliveUntil = new Date(now() + aliveMs)
    const row = { aliveUntil, indexes }
    const { upsertedCount } = await instances.updateOne({ _id: owner }, { $set: row }, { upsert: true })
    // Other instances removed it as dead, e.g. after a network partition: register its sessions again.
    if (upsertedCount > 0) await saveSessions(db, owner, registered)
  }

  async function removeUnused() {
    const isUnused = ({ session, usedAt }: Registered) => session.hasEnded && now() - usedAt > unusedMsMax
    const unused = [...registered].flatMap(([id, one]) => (isUnused(one) ? [id] : []))
    if (unused.length === 0) return
    for (const id of unused) registered.delete(id)
    await sessions.deleteMany({ _id: { $in: unused } })
    // A transaction may have begun during the removal.
    const removed = new Set(unused)
    await saveSessions(db, owner, new Map([...registered].filter(([id]) => removed.has(id))))
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

/** Registers a session before a transaction. Does nothing for a client without `trackSessions`. */
export async function registerSession(client: MongoClient, session: ClientSession): Promise<void> {
  const registry = registries.get(client)
  const lsid = session.id?.id as Binary | undefined
  if (!registry || !lsid) return
  const { db, owner, now, registered } = registry
  const id = lsid.toString('hex')
  const one = { lsid, session, usedAt: now() }
  const isNew = !registered.has(id)
  registered.set(id, one)
  if (!isNew) return
  await saveSessions(db, owner, new Map([[id, one]])).catch((error: unknown) => {
    registered.delete(id)
    throw error
  })
}

async function saveSessions(db: Db, owner: string, rows: ReadonlyMap<string, Pick<Registered, 'lsid'>>) {
  if (rows.size === 0) return
  const upserts = [...rows].map(([_id, { lsid }]) => ({
    updateOne: { filter: { _id }, update: { $set: { owner, lsid } }, upsert: true },
  }))
  await db.collection<SessionRow>('open_sessions').bulkWrite(upserts, { ordered: false })
}
