import type { PostingRequest, TransferKind } from '@cascade/contracts/accounts'
import { type CollectionPlan, leasePlan } from '@cascade/service-kit'
import type { Binary, Collection, Db, Document } from 'mongodb'
import type { FinalReason } from '../answers'
import type { LedgerActor, NewWallet, Player, WalletRef, WalletStatus } from '../types'

export type WalletRow = {
  _id: string
  balance: bigint
  /** Number of its entries. */
  seq: bigint
  /** The entry of its newest stake; absent where it never staked. */
  lastStake?: bigint
  status: WalletStatus
  scopeVersion: number
  /** Request that changed status or scope last: a repeated commit is seen as done. */
  lastChange: string
  updatedAt: Date
  /** Of an admin's wallet: points that came into its tree and its pools from outside, less those that went back. */
  issued?: bigint
  /** Of an admin's wallet: what may be in debt; absent or null where there is no limit. */
  creditLine?: bigint | null
  /** Of a closed wallet: the one that its balance went to, and that wins which come later go to. */
  heir?: WalletName
}
export type WalletName = Pick<WalletRef, 'walletId' | 'username'>
/** One side of a booked transfer; `amount` is signed, `seq` is null for an external account. */
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
  /** W3C header of the batch that booked it, where that is traced. */
  traceparent?: string
  /** Gapless number in the feed `credit`, given in the transaction: the transfer is its event. */
  creditSeq: bigint
  /** Where both sides stood at that time, the source first. */
  places: [Place, Place]
}
export type Place = Pick<WalletRef, 'role' | 'ancestry'>
/** A posting of a game: the transfer is its event. A closed gate, or nothing to move, has no postings. */
export type PlayRow = Omit<TransferRow, 'kind' | 'postings' | 'creditSeq' | 'places'> & {
  kind: TransferKind
  postings: Posting[]
  /** Gapless number in the feed `play`, given in the transaction. */
  playSeq: bigint
  play: PlayFacts
}
export const isPlayRow = (row: KeyedRow): row is PlayRow => 'play' in row

/** `change` is what the result says was moved. */
export type PlayFacts = {
  kind: PostingRequest['kind']
  adminId: string
  gameId: string
  change: bigint
  poolBalance: bigint
  gateVersion: number
  player?: Player
  playerBalance?: bigint
  /** Of a claim: who was paid instead of a deleted player. */
  heir?: WalletName
  drawId?: string
  type?: 'add' | 'reset'
  /** JSON text: to the database no key in it means anything. */
  details?: string
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
/** Running total of the issuer, a pool or its wins, and how often the gate of a pool was closed. */
export type ExternalRow = { _id: string; balance: bigint; gateVersion: number; wonOn?: WonOn }
/** What tickets have won on the last business day on which any did: of wins only. */
export type WonOn = { day: string; amount: bigint }
/**
 * What a ticket has won and what of it was claimed, by its id: made when it first wins. `winsId` are the wins that it
 * is paid from, `most` is what its stake can bring.
 */
export type TicketWinRow = {
  _id: string
  winsId: string
  playerId: string
  most: bigint
  won: bigint
  claimed: bigint
}
/**
 * The one row that every batch of every writer changes: whoever finds another `version` than they know has missed a
 * commit, and all that they remember of the ledger is worth nothing.
 */
export type FenceRow = {
  _id: 'writer'
  version: bigint
  playHead: bigint
  creditHead: bigint
  /** What all wallets hold together. */
  walletTotal: bigint
  /** The instance that alone may pass; empty where none works by lease. */
  holder: string
}
/** A key that was rejected for good: it takes the id that its transfer would have had, so no transfer can. */
export type RejectionRow = Pick<TransferRow, '_id' | 'hash' | 'amount' | 'actor' | 'correlationId' | 'createdAt'> & {
  kind: 'rejected'
  postings: []
  reason: FinalReason
  left?: bigint
}
/** One row per key, unique by id, says what became of it. */
export type KeyedRow = TransferRow | PlayRow | RejectionRow
export const isRejectionRow = (row: KeyedRow): row is RejectionRow => row.kind === 'rejected'
/** The session of each writer, by its id: its successor ends what it left open. */
export type WriterRow = { _id: string; sessionId: Binary; startedAt: Date }

/** The lease of the instance that writes. */
export const leaseName = 'ledger_lease'
/** So long nothing is booked after the writer was killed. */
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

/** The server itself refuses an amount that is no int64 and a balance below 0, even when the code is wrong. */
export const bookPlans: readonly CollectionPlan[] = [
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
  { name: 'writers' },
  leasePlan(leaseName),
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
export const keyedRowsOf = (db: Db): Collection<KeyedRow> => db.collection('transfers')
export const playRowsOf = (db: Db): Collection<PlayRow> => db.collection('transfers')
export const externalsOf = (db: Db): Collection<ExternalRow> => db.collection('external_accounts')
export const ticketWinsOf = (db: Db): Collection<TicketWinRow> => db.collection('ticket_wins')
export const fenceOf = (db: Db): Collection<FenceRow> => db.collection('ledger_writer')
export const writersOf = (db: Db): Collection<WriterRow> => db.collection('writers')

/** The empty wallet of a new account. */
export function walletRowOf({ walletId, status, creditLine, at }: NewWallet): WalletRow {
  return {
    _id: walletId,
    balance: 0n,
    seq: 0n,
    status,
    scopeVersion: 1,
    lastChange: '',
    updatedAt: at,
    ...(creditLine === undefined ? {} : { creditLine }),
  }
}
