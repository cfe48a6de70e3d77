import type { EventPerson } from '@cascade/contracts'
import type { AccountChangeKind } from '@cascade/contracts/accounts'
import { type CausedBy, type CollectionSpec, personOf, type Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { SideWrite } from '../ledger'
import type { Account } from './account'
import { type HistoryValue, historyFields } from './field-mapping'

/** A changed field by API name, with both values; null for secrets. */
export type FieldChange = { field: string; before: HistoryValue; after: HistoryValue }

/** One entry of an account's history, written in the transaction of the change. */
export type HistoryRow = {
  /** Account id and version: sorts by account and time. */
  _id: string
  kind: AccountChangeKind
  by: { id: string; username: string; role: string; person?: EventPerson } | null
  at: Date
  /** Of the change. Absent in rows of 1.0.0. */
  requestId?: string
  fields: readonly FieldChange[]
  /** Of deleted accounts: start of the retention period. */
  deletedAt?: Date
}

/** Padding, so that the text order is the numeric order. */
const versionDigits = 12

const historyIdFor = (accountId: string, version: number) =>
  `${accountId}|${String(version).padStart(versionDigits, '0')}`

type NewRow = { account: Account; kind: AccountChangeKind; fields?: readonly FieldChange[] }

const buildRow = ({ account, kind, fields = [] }: NewRow, { actor, requestId }: CausedBy, at: Date): HistoryRow => ({
  _id: historyIdFor(account._id, account.version),
  kind,
  at,
  ...(requestId !== undefined && { requestId }),
  fields,
  by: actor ? { id: actor.accountId, username: actor.username, role: actor.role, ...personOf(actor) } : null,
})

export const createdRow = (account: Account, by: CausedBy, at: Date) => buildRow({ account, kind: 'created' }, by, at)

export const restoredRow = (account: Account, by: CausedBy, at: Date) => buildRow({ account, kind: 'restored' }, by, at)

export const deletedRow = (account: Account, by: CausedBy, at: Date) => buildRow({ account, kind: 'deleted' }, by, at)

/** A change that leaves the version of the account as it is; `id` is later than earlier ones. */
export const limitsRow = (account: Account, fields: readonly FieldChange[], by: CausedBy, at: Date, id: string) => {
  const row = buildRow({ account, kind: 'changed', fields }, by, at)
  return { ...row, _id: `${row._id}|${id}` }
}

/** `secrets`: those that were set, by field. */
type Change = { before: Account; after: Account; secrets?: object | undefined }

export const changedRow = ({ before, after, secrets }: Change, by: CausedBy, at: Date) =>
  buildRow(
    { account: after, kind: 'changed', fields: [...fieldChanges(before, after), ...secretChanges(secrets)] },
    by,
    at,
  )

function fieldChanges(before: Account, after: Account): FieldChange[] {
  return historyFields.flatMap(({ name, read }) => {
    const change = { field: name, before: read(before), after: read(after) }
    return JSON.stringify(change.before) === JSON.stringify(change.after) ? [] : [change]
  })
}

const secretChanges = (secrets: Change['secrets']): FieldChange[] =>
  Object.keys(secrets ?? {}).map(field => ({ field, before: null, after: null }))

const collection = 'account_history'

/** @param retentionDays retention of the history of deleted accounts */
export const historyCollectionsFor = (retentionDays: number): readonly CollectionSpec[] => [
  {
    name: collection,
    indexes: [{ key: { deletedAt: 1 }, options: { expireAfterSeconds: retentionDays * 86_400 } }],
  },
]

export const historiesOf = (db: Db): Collection<HistoryRow> => db.collection(collection)

export const ofAccount = (accountId: string) => ({ _id: { $gte: `${accountId}|`, $lt: `${accountId}}` } })

const countMax = 10_000

export function createHistoryStore(db: Db) {
  const rows = historiesOf(db)
  return {
    insert: (entries: readonly HistoryRow[], tx: Tx) => rows.insertMany([...entries], { session: tx }),

    findChange: (accountId: string, version: number) => rows.findOne({ _id: historyIdFor(accountId, version) }),

    /** Entries of the newest change of each account, by account. */
    async newestOf(accounts: readonly Pick<Account, '_id' | 'version'>[]): Promise<Map<string, HistoryRow>> {
      const ids = new Map(accounts.map(({ _id, version }) => [historyIdFor(_id, version), _id]))
      const found = await rows.find({ _id: { $in: [...ids.keys()] } }).toArray()
      return new Map(found.map(row => [ids.get(row._id) ?? '', row]))
    },

    /** Newest first. */
    async page(accountId: string, { skip, limit }: { skip: number; limit: number }) {
      const own = ofAccount(accountId)
      const [found, total] = await Promise.all([
        rows.find(own).sort({ _id: -1 }).skip(skip).limit(limit).toArray(),
        rows.countDocuments(own, { limit: countMax }),
      ])
      return { rows: found, total }
    },
  }
}

export const historyWrite = (row: HistoryRow): SideWrite => ({ type: 'insertOne', collection, document: row })

/** Inserts the last entry of a deleted account and starts the retention period of all its entries. */
export const lastHistoryWrites = (row: HistoryRow, accountId: string): SideWrite[] => [
  historyWrite(row),
  { type: 'updateMany', collection, filter: ofAccount(accountId), update: { $set: { deletedAt: row.at } } },
]

/** Inserts the entry of a restored account, whose history no longer expires. */
export const restoredHistoryWrites = (row: HistoryRow, accountId: string): SideWrite[] => [
  historyWrite(row),
  { type: 'updateMany', collection, filter: ofAccount(accountId), update: { $unset: { deletedAt: true } } },
]
