import { createHash } from 'node:crypto'
import { BSON, type Collection, type Db, type Document } from 'mongodb'
import { expiresAfter } from '../lists/day-index'
import type { CollectionPlan } from '../mongo/collections'
import type { Tx } from '../mongo/transaction'

/**
 * One entry of the log's hash chain. `entryId`: an activity's number in `logs`, a record's id in svc-live, or the id of
 * an event `accounts.ledger.sealed.v1`.
 */
export type ChainRow = {
  /** Gapless, from 1. */
  _id: number
  kind: 'activity' | 'draw' | 'ledger'
  entryId: string
  /** Time of the entry itself. */
  entryAt: Date
  /** Hash of the entry. */
  leaf: string
  /** Hash of this row and, through `hash` of the row before, of the whole chain up to it. */
  hash: string
  /** Time of the append, for the retention. */
  at: Date
}
export type ChainEntry = Pick<ChainRow, 'kind' | 'entryId' | 'entryAt' | 'leaf'>
/** Number of entries, and the hash of the last one. */
export type ChainHead = { size: number; hash: string }

/** Position in a feed of the ledger, and the hash of all its transfers up to there. */
export type FeedSeal = { seq: number; hash: string }
export type LedgerSeal = { play: FeedSeal; credit: FeedSeal }
export const unsealed: LedgerSeal = { play: { seq: 0, hash: '' }, credit: { seq: 0, hash: '' } }

export const chainPlans = (retentionDays: number): readonly CollectionPlan[] => [
  { name: 'log_chain', indexes: expiresAfter(retentionDays) },
  { name: 'log_heads' },
]

export const chainOf = (db: Db): Collection<ChainRow> => db.collection('log_chain')
const headsOf = (db: Db): Collection<ChainHead & { _id: string }> => db.collection('log_heads')

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('base64url')

/** Hash of a stored row: of its BSON, which is the same before it is written and after it is read. */
export const leafOf = (row: Document): string => sha256(BSON.serialize(row, { ignoreUndefined: true }))

/** Hash of a feed after its next transfer. */
export const nextSealHash = (before: string, transfer: Document): string => sha256(`${before}\n${leafOf(transfer)}`)

export const sealLeaf = ({ play, credit }: LedgerSeal): string =>
  sha256([play.seq, play.hash, credit.seq, credit.hash].join('\n'))

/** Hash of a row of the chain that follows the hash `before`; `''` before the first row. */
export const nextHash = (
  before: string,
  { _id, kind, entryId, entryAt, leaf }: ChainEntry & Pick<ChainRow, '_id'>,
): string => sha256([before, _id, kind, entryId, entryAt.toISOString(), leaf].join('\n'))

export async function readChainHead(db: Db): Promise<ChainHead | undefined> {
  const row = await headsOf(db).findOne({ _id: 'chain' })
  return row ? { size: Number(row.size), hash: row.hash } : undefined
}

/** Appends entries in the transaction that stores them, so that none is missed or appended twice. */
export async function appendToChain(db: Db, entries: readonly ChainEntry[], { at, tx }: { at: Date; tx: Tx }) {
  if (entries.length === 0) return
  const heads = headsOf(db)
  // First, because of two concurrent appends it lets one wait or retry: the chain has no forks.
  const before = await heads.findOneAndUpdate(
    { _id: 'chain' },
    { $inc: { size: entries.length } },
    { session: tx, upsert: true },
  )
  let { size, hash } = { size: Number(before?.size ?? 0), hash: before?.hash ?? '' }
  const rows = entries.map((entry): ChainRow => {
    const row = { _id: ++size, ...entry }
    hash = nextHash(hash, row)
    return { ...row, hash, at }
  })
  await chainOf(db).insertMany(rows, { session: tx })
  await heads.updateOne({ _id: 'chain' }, { $set: { hash } }, { session: tx })
}
