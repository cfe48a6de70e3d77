import type { WatchRuleId, WatchRow as WatchView } from '@cascade/contracts/reports'
import type { Actor, CollectionSpec, Tx } from '@cascade/service-kit'
import type { AnyBulkWriteOperation, Collection, Db, Filter } from 'mongodb'
import { readTimeoutMs } from '../../projections/queries'
import type { DueDay } from '../../projections/watch-days/due-store'
import type { Evidence } from './rules/player-figures'

/** A finding of a rule on a player's day. */
export type WatchRow = Pick<WatchView, '_id' | 'rule' | 'account' | 'day' | 'evidence' | 'state' | 'assignee'> & {
  /** Ids of the player and of all accounts above. */
  path: string[]
  foundAt: Date
  changedAt: Date
}
type Finding = Pick<WatchRow, 'account' | 'path' | 'day'> & { found: ReadonlyMap<WatchRuleId, Evidence> }

const retentionDays = 180

export const watchCollections: readonly CollectionSpec[] = [
  {
    name: 'watch',
    indexes: [
      { key: { 'account.accountId': 1, day: 1, rule: 1 }, options: { unique: true } },
      { key: { path: 1, _id: 1 } },
      { key: { path: 1, state: 1, _id: 1 } },
      { key: { state: 1, _id: 1 } },
      { key: { foundAt: 1 }, options: { expireAfterSeconds: retentionDays * 86_400 } },
    ],
  },
]

export const rowsBelow = ({ role, accountId }: Pick<Actor, 'role' | 'accountId'>): Filter<WatchRow> =>
  role === 'superadmin' ? {} : { path: accountId }

type Page = { scope: Filter<WatchRow>; match: Filter<WatchRow>; from: number; count: number }

export function createWatchStore(db: Db, { now, newId }: { now: () => Date; newId: () => string }) {
  const rows: Collection<WatchRow> = db.collection('watch')

  /** Rows without evidence any more. */
  async function staleIds(findings: readonly Finding[]): Promise<string[]> {
    const keyOf = ({ playerId, day }: DueDay) => `${playerId}|${day}`
    const found = new Map(
      findings.map(each => [keyOf({ playerId: each.account.accountId, day: each.day }), each.found]),
    )
    const ids = findings.map(({ account }) => account.accountId)
    const days = [...new Set(findings.map(({ day }) => day))]
    const stored = await rows.find({ 'account.accountId': { $in: ids }, day: { $in: days } }).toArray()
    return stored.flatMap(({ _id, account, day, rule }) => {
      const evidence = found.get(keyOf({ playerId: account.accountId, day }))
      return evidence && !evidence.has(rule) ? _id : []
    })
  }

  return {
    /** Stores what the rules found on these days, instead of what they found before. */
    async replace(findings: readonly Finding[]): Promise<void> {
      const at = now()
      const writes = findings.flatMap(({ account, path, day, found }) =>
        [...found].map(
          ([rule, evidence]): AnyBulkWriteOperation<WatchRow> => ({
            updateOne: {
              filter: { 'account.accountId': account.accountId, day, rule },
              update: {
                $set: { account, path, evidence },
                $setOnInsert: { _id: newId(), state: 'open', assignee: null, foundAt: at, changedAt: at },
              },
              upsert: true,
            },
          }),
        ),
      )
      if (writes.length > 0) await rows.bulkWrite(writes, { ordered: false })
      const stale = await staleIds(findings)
      if (stale.length > 0) await rows.deleteMany({ _id: { $in: stale }, state: 'open', assignee: null })
    },

    /** Newest first. */
    async page({ scope, match, from, count }: Page) {
      const filter = { $and: [scope, match] }
      const total = await rows.countDocuments(filter, { maxTimeMS: readTimeoutMs })
      const found = rows.find(filter, { maxTimeMS: readTimeoutMs })
      return { rows: await found.sort({ _id: -1 }).skip(from).limit(count).toArray(), total }
    },

    find: (_id: string, tx: Tx) => rows.findOne({ _id }, { session: tx }),

    change: (_id: string, { state, assignee }: Pick<WatchRow, 'state' | 'assignee'>, tx: Tx) =>
      rows.findOneAndUpdate(
        { _id },
        { $set: { state, assignee, changedAt: now() } },
        { session: tx, returnDocument: 'after' },
      ),

    async open(scope: Filter<WatchRow>): Promise<{ count: number; oldest: string | null }> {
      const filter: Filter<WatchRow> = { $and: [scope, { state: 'open' }] }
      const count = await rows.countDocuments(filter)
      const first = count > 0 ? await rows.findOne(filter, { sort: { _id: 1 } }) : null
      return { count, oldest: first?.foundAt.toISOString() ?? null }
    },
  }
}

/** Gives the rows of these accounts their present path. */
export async function moveRows(db: Db, accounts: readonly { _id: string; path: string[] }[], tx: Tx): Promise<void> {
  const rows: Collection<WatchRow> = db.collection('watch')
  const writes = accounts.map(({ _id, path }) => ({
    updateMany: { filter: { 'account.accountId': _id }, update: { $set: { path } } },
  }))
  if (writes.length > 0) await rows.bulkWrite(writes, { session: tx })
}

/** The requested accounts that have rows. */
export async function accountsWithRows(db: Db, accountIds: readonly string[], tx: Tx): Promise<string[]> {
  const rows: Collection<WatchRow> = db.collection('watch')
  const filter = { 'account.accountId': { $in: [...accountIds] } }
  const found = await rows.find(filter, { session: tx, projection: { account: 1 } }).toArray()
  return [...new Set(found.map(({ account }) => account.accountId))]
}
