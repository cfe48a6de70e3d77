import type { BookedCall, PostingRequest, TransferKind } from '@cascade/contracts/accounts'
import { type CollectionSpec, leaseCollection } from '@cascade/service-kit'
import type { Binary, Collection, Db, Document } from 'mongodb'
import type { LedgerActor, ReversedTransfer } from '../booked-transfer'
import type { WalletLimits } from '../limits'
import type { FinalReason } from '../rejection'
import type { Move, Moved, Player, WalletRef, WalletStatus } from '../types'

export type WalletRow = WalletLimits & {
  _id: string
  balance: bigint
  seq: bigint
  /** Entry number of the newest stake; absent without a stake. */
  lastStake?: bigint
  status: WalletStatus
  scopeVersion: number
  /** Id of the last status or scope change: makes a retried commit idempotent. */
  lastChange: string
  updatedAt: Date
  /** Admin wallets: points that entered the subtree and its pools, minus points that left. */
  issued?: bigint
  /** Admin wallets: credit line; absent or null for no limit. */
  creditLine?: bigint | null
  /** Closed wallets: the wallet that received the balance and receives later wins. Null once they are open again. */
  heir?: WalletName | null
  /** What the account moved on the last business day on which it moved points. */
  moved?: Moved & { day: string }
}
export type WalletName = Pick<WalletRef, 'walletId' | 'username'>
/** One leg of a booked transfer; `amount` is signed, `seq` is null for an external account. */
export type Posting = { w: string; username: string; amount: bigint; seq: bigint | null; balAfter: bigint }
export type TransferRow = {
  _id: string
  hash: string
  kind: TransferKind
  amount: bigint
  /** Source first. */
  postings: [Posting, Posting]
  actor: LedgerActor
  note: string
  bizDate: string
  createdAt: Date
  correlationId: string
  traceparent?: string
  /** Gapless sequence number in the `credit` feed, assigned in the transaction: the transfer is its own event. */
  creditSeq: bigint
  /** Tree positions of both legs at that time, source first. */
  places: [TreePosition, TreePosition]
  reverses?: ReversedTransfer
  call?: BookedCall
}
export type TreePosition = Pick<WalletRef, 'role' | 'ancestry'>
/** A game posting. A closed gate, or a movement of 0, has no postings. */
export type PlayRow = Omit<TransferRow, 'kind' | 'postings' | 'creditSeq' | 'places' | 'reverses'> & {
  kind: TransferKind
  postings: Posting[]
  /** Gapless sequence number in the `play` feed, assigned in the transaction. */
  playSeq: bigint
  play: PlayFacts
}
export const isPlayRow = (row: KeyedRow): row is PlayRow => 'play' in row

/** `change`: the signed amount in the result. */
export type PlayFacts = {
  kind: PostingRequest['kind']
  adminId: string
  gameId: string
  change: bigint
  poolBalance: bigint
  gateVersion: number
  player?: Player
  playerBalance?: bigint
  /** Admin above the wallet that took part, if it is another one than `adminId`; null for none. */
  otherAdmin?: string | null
  /** Claims and voids: the wallet that was paid instead of a deleted player's. */
  heir?: WalletName
  drawId?: string
  type?: 'add' | 'reset'
  /** 16 random bytes, hex, of stakes and voids; secret until the draw is closed. Absent in rows of 1.0.0. */
  salt?: string
  /** JSON text of `ChangedWin[]`; absent in rows of 1.0.0. */
  wins?: string
  /** JSON text: its keys are opaque to the database. */
  details?: string
}
/** What a ticket is owed changes by `change`; `won` and `claimed` are the figures afterwards. */
export type ChangedWin = [ticketId: string, change: string, won: string, claimed: string]
/** `_id` is `entryIdOf(wallet, seq)`, `t` the transfer; `createdAt` never decreases within a wallet. */
export type EntryRow = {
  _id: string
  t: string
  kind: TransferKind
  amount: bigint
  balAfter: bigint
  bizDate: string
  createdAt: Date
}
/** Running total of the issuer, a pool or a wins account; `gateVersion` counts the closings of a pool. */
export type ExternalRow = { _id: string; balance: bigint; gateVersion: number; wonOn?: WonOn }
/** Wins accounts: amount won on the last business day with a win. */
export type WonOn = { day: string; amount: bigint }
/** Won and claimed amounts of a ticket; created at its first win. `winsId` pays it, `most` is the highest possible win. */
export type TicketWinRow = {
  _id: string
  winsId: string
  playerId: string
  most: bigint
  won: bigint
  claimed: bigint
}
/**
 * The fencing token: the one row that every batch of every writer updates. A writer that finds another `version` than
 * the one it cached has missed a commit and must clear its cache.
 */
export type FencingTokenRow = {
  _id: 'writer'
  version: bigint
  playHead: bigint
  creditHead: bigint
  walletTotal: bigint
  /** The leader; only this instance may commit. Empty without leader election. */
  holder: string
  /** Number of moves of accounts, and the last one; absent before the first. */
  moves?: bigint
  move?: Move
}
/** A branch that got another admin, with what its wallets held, in hundredths: a debt of `to` instead of `from`. */
export type CreditMoveRow = {
  _id: string
  root: string
  from: string | null
  to: string | null
  amount: bigint
  at: Date
}
/** Far longer than any client repeats a key; the README says what a repetition after that is. */
export const rejectionTtlMs = 30 * 86_400_000

/** A final rejection. It occupies the id of the transfer, so the key cannot be booked before `expiresAt`. */
export type RejectionRow = Pick<TransferRow, '_id' | 'hash' | 'amount' | 'actor' | 'correlationId' | 'createdAt'> & {
  kind: 'rejected'
  postings: []
  reason: FinalReason
  left?: bigint
  /** Absent in rows of 1.0.0, which stay. */
  expiresAt?: Date
}
export type KeyedRow = TransferRow | PlayRow | RejectionRow
export const isRejectionRow = (row: KeyedRow): row is RejectionRow => row.kind === 'rejected'
/** The session of each writer; a successor kills it. */
export type WriterRow = { _id: string; sessionId: Binary; startedAt: Date }

export const leaseName = 'ledger_lease'
/** Time after which another instance can take over from a killed leader. */
export const leaseMs = 6_000

const long = { bsonType: 'long' }
const text = { bsonType: 'string' }
const date = { bsonType: 'date' }
const object = (properties: Document, required = Object.keys(properties)): Document => ({
  bsonType: 'object',
  required,
  properties,
})

const walletFields = {
  balance: { ...long, minimum: 0 },
  seq: { ...long, minimum: 0 },
  status: { enum: ['active', 'frozen', 'closed'] },
  scopeVersion: { bsonType: 'int' },
  updatedAt: date,
}
const lineFields = { issued: long, creditLine: { bsonType: ['long', 'null'] } }
const walletSchema = object({ ...walletFields, ...lineFields }, Object.keys(walletFields))
const postingSchema = object({ w: text, amount: long, seq: { bsonType: ['long', 'null'] }, balAfter: long })
const entryShape = { amount: long, bizDate: text, createdAt: date }

/** The validators reject amounts that are not int64 and negative balances, whatever the code does. */
export const bookCollections: readonly CollectionSpec[] = [
  { name: 'wallets', validator: { $jsonSchema: walletSchema } },
  {
    name: 'transfers',
    validator: {
      $jsonSchema: object({
        amount: { ...long, minimum: 0 },
        kind: text,
        postings: { bsonType: 'array', maxItems: 2, items: postingSchema },
        createdAt: date,
      }),
    },
    indexes: [
      {
        key: { playSeq: 1 },
        options: { unique: true, name: 'play_feed', partialFilterExpression: { playSeq: { $exists: true } } },
      },
      {
        key: { creditSeq: 1 },
        options: { unique: true, name: 'credit_feed', partialFilterExpression: { creditSeq: { $exists: true } } },
      },
      {
        key: { 'reverses.transferId': 1 },
        options: { unique: true, partialFilterExpression: { 'reverses.transferId': { $exists: true } } },
      },
      {
        key: { expiresAt: 1 },
        options: { expireAfterSeconds: 0, partialFilterExpression: { expiresAt: { $exists: true } } },
      },
    ],
  },
  {
    name: 'entries',
    validator: { $jsonSchema: object({ _id: text, t: text, kind: text, balAfter: long, ...entryShape }) },
  },
  {
    name: 'external_accounts',
    validator: { $jsonSchema: object({ balance: long, gateVersion: { bsonType: 'int' } }) },
  },
  {
    name: 'ticket_wins',
    validator: { $jsonSchema: object({ winsId: text, playerId: text, most: long, won: long, claimed: long }) },
  },
  {
    name: 'ledger_writer',
    validator: { $jsonSchema: object({ version: long, playHead: long, creditHead: long, walletTotal: long }) },
  },
  { name: 'credit_moves', validator: { $jsonSchema: object({ root: text, amount: long, at: date }) } },
  { name: 'writers' },
  leaseCollection(leaseName),
]

/** Sorts by wallet and number. A string, because SecantusDB cannot seek in embedded ids and would scan the collection. */
export const entryIdOf = (walletId: string, seq: bigint) => `${walletId}|${String(seq).padStart(15, '0')}`
export const seqOfEntry = (entryId: string) => BigInt(entryId.slice(entryId.lastIndexOf('|') + 1))

export const walletsOf = (db: Db): Collection<WalletRow> => db.collection('wallets')
export const transfersOf = (db: Db): Collection<TransferRow> => db.collection('transfers')
export const entriesOf = (db: Db): Collection<EntryRow> => db.collection('entries')
export const keyedRowsOf = (db: Db): Collection<KeyedRow> => db.collection('transfers')
export const playRowsOf = (db: Db): Collection<PlayRow> => db.collection('transfers')
export const externalsOf = (db: Db): Collection<ExternalRow> => db.collection('external_accounts')
export const ticketWinsOf = (db: Db): Collection<TicketWinRow> => db.collection('ticket_wins')
export const fencingTokenOf = (db: Db): Collection<FencingTokenRow> => db.collection('ledger_writer')
export const creditMovesOf = (db: Db): Collection<CreditMoveRow> => db.collection('credit_moves')
export const writersOf = (db: Db): Collection<WriterRow> => db.collection('writers')
