import type { ActivityRecorded } from '@cascade/contracts/gateway'
import { accountsOf, type CollectionSpec, inTransaction, type Tx } from '@cascade/service-kit'
import { activityContentOf, appendToChain, leafOf } from '@cascade/service-kit/log-chain'
import type { Db, MongoClient } from 'mongodb'
import { appendFacts } from '../time-lists/time-lists'
import { countRejections } from '../watch-days/rejections'
import { countSignIns } from '../watch-days/sign-ins'
import { isSignIn, type LogFact, logsName, toLogEntry } from './log-entry'
import { type LogAccount, readLogObjects } from './log-objects'

export type AccountLookup = (event: ActivityRecorded) => LogAccount | undefined
/** `isResolved`: actor and object are known. A new account may arrive slightly later than its first activity. */
export type AccountIndex = { find: AccountLookup; isResolved: (event: ActivityRecorded) => boolean }

/**
 * A rejected sign-in has only a username: its account's ancestors are to see it.
 * @param parties accounts as the events state them, which are not read
 */
export async function readAccountIndex(
  db: Db,
  events: readonly ActivityRecorded[],
  parties: readonly LogAccount[] = [],
): Promise<AccountIndex> {
  const facts = events.map(({ data }) => data)
  const byId = new Map(parties.map(party => [party._id, party]))
  const ids = new Set(facts.flatMap(({ accountId, object }) => [accountId ?? [], object?.accountId ?? []].flat()))
  const names = [...new Set(facts.flatMap(({ accountId, username }) => (accountId ? [] : username.toLowerCase())))]
  const accounts = accountsOf(db)
  const unread = [...ids].filter(id => !byId.has(id))
  const found = unread.length === 0 ? [] : await accounts.find({ _id: { $in: unread } }).toArray()
  for (const row of found) byId.set(row._id, row)
  const named = names.length === 0 ? [] : await accounts.find({ nameKey: { $in: names } }).toArray()
  const byName = new Map(named.filter(({ deleted }) => !deleted).map(row => [row.nameKey, row]))
  return {
    find: ({ data }) => (data.accountId ? byId.get(data.accountId) : byName.get(data.username.toLowerCase())),
    isResolved: ({ data: { accountId, object, status } }) =>
      (!accountId || byId.has(accountId)) && (!object || status >= 400 || byId.has(object.accountId)),
  }
}

/** Stores each activity once, however often it is delivered. */
export async function storeActivities(
  { client, db, zone }: { client: MongoClient; db: Db; zone: string },
  events: readonly ActivityRecorded[],
  accountOf: AccountLookup,
): Promise<void> {
  const unique = [...new Map(events.map(event => [event.id, event])).values()]
  if (unique.length > 0) await inTransaction(client, tx => storeActivitiesIn({ db, zone }, unique, accountOf, tx))
}

/** Like `storeActivities`, in the caller's transaction. */
export async function storeActivitiesIn(
  { db, zone }: { db: Db; zone: string },
  events: readonly ActivityRecorded[],
  accountOf: AccountLookup,
  tx: Tx,
  parties: readonly LogAccount[] = [],
): Promise<void> {
  const fresh = await withoutStored(db, events, tx)
  if (fresh.length === 0) return
  const objectOf = await readLogObjects(db, fresh, { zone, parties })
  const first = await reserveOrdinals(db, fresh.length, tx)
  const entries = fresh.map((event, index) =>
    toLogEntry(first + index, event, { account: accountOf(event), object: objectOf(event), zone }),
  )
  await appendFacts(db, logsName, entries, tx)
  const chained = entries.map(({ fact }) => ({
    kind: 'activity' as const,
    entryId: String(fact._id),
    entryAt: fact.at,
    leaf: leafOf(activityContentOf(fact)),
  }))
  await countRejections({ db, zone, first }, fresh, tx)
  await appendToChain(db, chained, { at: new Date(), tx })
  const signIns = fresh.filter(isDoneSignIn)
  await countSignIns({ db, zone, first, accountOf }, signIns, tx)
  await updateLastLogins(db, signIns, tx)
}

async function withoutStored(db: Db, events: readonly ActivityRecorded[], tx: Tx): Promise<ActivityRecorded[]> {
  const stored = await db
    .collection<LogFact>(logsName)
    .find({ eventId: { $in: events.map(({ id }) => id) } }, { session: tx, projection: { eventId: 1 } })
    .toArray()
  const storedIds = new Set(stored.map(row => row.eventId))
  return events.filter(({ id }) => !storedIds.has(id))
}

/** Reserves consecutive ordinals, since events of gateways have no numbers. Concurrent reservations conflict. */
async function reserveOrdinals(db: Db, count: number, tx: Tx): Promise<number> {
  const row = await db
    .collection<{ _id: string; next: number }>('ordinals')
    .findOneAndUpdate({ _id: logsName }, { $inc: { next: count } }, { session: tx, upsert: true })
  return Number(row?.next ?? 0) + 1
}

type LoginRow = { _id: string; at: Date }

const loginsName = 'last_logins'
export const lastLoginCollections: readonly CollectionSpec[] = [{ name: loginsName }]

async function updateLastLogins(db: Db, events: readonly ActivityRecorded[], tx: Tx): Promise<void> {
  const writes = events.map(({ at, data }) => ({
    updateOne: { filter: { _id: data.accountId ?? '' }, update: { $max: { at: new Date(at) } }, upsert: true },
  }))
  if (writes.length > 0) await db.collection<LoginRow>(loginsName).bulkWrite(writes, { session: tx })
}

const isDoneSignIn = (event: ActivityRecorded) =>
  event.data.accountId !== null && event.data.status < 400 && isSignIn(event)

export async function readLastLogins(db: Db, accountIds: readonly string[]): Promise<Map<string, Date>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .collection<LoginRow>(loginsName)
    .find({ _id: { $in: [...accountIds] } })
    .toArray()
  return new Map(rows.map(({ _id, at }) => [_id, at]))
}
