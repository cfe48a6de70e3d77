import type { TransferKind } from '@cascade/contracts/accounts'
import type { CollectionPlan } from '@cascade/service-kit'
import type { Binary, Collection, Db, Document } from 'mongodb'
import type { FinalReason } from './refusals'
import type { AlsoModel, LedgerActor, WalletStatus } from './types'

export type WalletRow = {
  _id: string
  balance: bigint
  held: bigint
  /** 0, or minus the credit limit. */
  floor: bigint
  /** Number of its entries. */
  seq: bigint
  status: WalletStatus
  scopeVersion: number
  /** Request that changed status or scope last: a repeated commit is seen as done. */
  lastChange: string
  updatedAt: Date
}
/** One side of a booked movement; `amount` is signed, `seq` and `balAfter` are null for an open wallet. */
export type Leg = { w: string; username: string; amount: bigint; seq: bigint | null; balAfter: bigint | null }
export type TransferRow = {
  _id: string
  hash: string
  kind: TransferKind
  amount: bigint
  legs: [Leg, Leg]
  actor: LedgerActor
  note: string
  ref?: { type: string; id: string; version: number }
  bizDate: string
  createdAt: Date
}
/** `_id` is `entryIdOf(wallet, seq)`, `t` the transfer; `createdAt` never falls within a wallet. */
export type EntryRow = {
  _id: string
  t: string
  kind: TransferKind
  amount: bigint
  balAfter: bigint
  bizDate: string
  createdAt: Date
}
/** An entry of an open wallet, `_id` = `wallet|transfer`: it has no order and leaves no balance. */
export type OpenEntryRow = { _id: string; w: string; amount: bigint; bizDate: string; createdAt: Date }
/** The answer of a key, kept 30 days; `_id` is the transfer's. Without `reason` it was booked. */
export type AnswerRow = {
  _id: string
  hash: string
  reason?: FinalReason
  amount: bigint
  fromBalance: bigint | null
  toBalance: bigint | null
  createdAt: Date
}
export type LaneRow = { _id: string; sessionId: Binary; startedAt: Date }

const long = { bsonType: 'long' }
const text = { bsonType: 'string' }
const date = { bsonType: 'date' }
const object = (properties: Document, required = Object.keys(properties)): Document => ({
  bsonType: 'object',
  required,
  properties,
})

const walletSchema = object({
  balance: long,
  held: { ...long, minimum: 0 },
  floor: { ...long, maximum: 0 },
  seq: { ...long, minimum: 0 },
  status: { enum: ['active', 'frozen', 'closed'] },
  scopeVersion: { bsonType: 'int' },
  updatedAt: date,
})
const legSchema = object({ w: text, amount: long, seq: { bsonType: ['long', 'null'] } })
const entryShape = { amount: long, bizDate: text, createdAt: date }

/** The server itself refuses an amount that is no int64 and a wallet below its floor, even when the code is wrong. */
export const ledgerPlans: readonly CollectionPlan[] = [
  {
    name: 'wallets',
    validator: { $jsonSchema: walletSchema, $expr: { $gte: [{ $subtract: ['$balance', '$held'] }, '$floor'] } },
  },
  {
    name: 'transfers',
    validator: {
      $jsonSchema: object({
        amount: { ...long, minimum: 1 },
        kind: text,
        legs: { bsonType: 'array', minItems: 2, maxItems: 2, items: legSchema },
        createdAt: date,
      }),
    },
    indexes: [
      {
        key: { 'ref.type': 1, 'ref.id': 1, 'ref.version': 1, kind: 1 },
        options: { unique: true, name: 'booked_once', partialFilterExpression: { 'ref.id': { $exists: true } } },
      },
    ],
  },
  {
    name: 'entries',
    validator: { $jsonSchema: object({ _id: text, t: text, kind: text, balAfter: long, ...entryShape }) },
  },
  {
    name: 'open_entries',
    validator: { $jsonSchema: object({ _id: text, w: text, ...entryShape }) },
    indexes: [{ key: { bizDate: 1 } }],
  },
  { name: 'idempotency', indexes: [{ key: { createdAt: 1 }, options: { expireAfterSeconds: 30 * 86_400 } }] },
  { name: 'lanes' },
  { name: 'open_totals' },
  { name: 'open_totals_state' },
]

/**
 * Text that sorts by wallet and number. Not an object: a server that cannot seek in embedded ids would read the whole
 * collection for one wallet.
 */
export const entryIdOf = (walletId: string, seq: bigint) => `${walletId}|${String(seq).padStart(15, '0')}`
export const seqOfEntry = (entryId: string) => BigInt(entryId.slice(entryId.lastIndexOf('|') + 1))

export const walletsOf = (db: Db): Collection<WalletRow> => db.collection('wallets')
export const transfersOf = (db: Db): Collection<TransferRow> => db.collection('transfers')
export const entriesOf = (db: Db): Collection<EntryRow> => db.collection('entries')
export const answersOf = (db: Db): Collection<AnswerRow> => db.collection('idempotency')
export const openEntriesOf = (db: Db): Collection<OpenEntryRow> => db.collection('open_entries')

/** The empty wallet that is inserted together with its account; everything later is the ledger's. */
export function newWallet(accountId: string, at: Date): WalletRow {
  return {
    _id: accountId,
    balance: 0n,
    held: 0n,
    floor: 0n,
    seq: 0n,
    status: 'active',
    scopeVersion: 1,
    lastChange: '',
    updatedAt: at,
  }
}

/** An insert for `also`. */
export function insertOf(db: Db, collection: string, document: Document): AlsoModel {
  return { name: 'insertOne', namespace: `${db.databaseName}.${collection}`, document }
}

/** A guarded update for `also`: when `filter` matches nothing, the whole request is refused. */
export function updateOf(db: Db, collection: string, filter: Document, update: Document): AlsoModel {
  return { name: 'updateOne', namespace: `${db.databaseName}.${collection}`, filter, update }
}
