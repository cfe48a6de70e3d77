import { createHash } from 'node:crypto'
import type { LedgerSealed } from '@cascade/contracts/accounts'
import type { LogHead, LogProof } from '@cascade/contracts/reports'
import { BSON, type Collection, type Db, type Document } from 'mongodb'
import { expiresAfter } from '../lists/day-index'
import type { CollectionSpec } from '../mongo/collections'
import type { Tx } from '../mongo/transaction'

export type LedgerSeal = LedgerSealed['data']

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
  /** The signed head of this size, if there is one. */
  head?: Pick<LogHead, 'at' | 'signature'>
}
export type ChainEntry = Pick<ChainRow, 'kind' | 'entryId' | 'entryAt' | 'leaf'>
/** Number of entries, and the hash of the last one. */
export type ChainHead = { size: number; hash: string }

export type FeedSeal = LedgerSeal['play']
const start: FeedSeal = { seq: 0, hash: '' }
export const unsealed: LedgerSeal = { play: start, credit: start, rows: [], events: 0, previous: '' }

export const chainCollections = (retentionDays: number): readonly CollectionSpec[] => [
  { name: 'log_chain', indexes: [...expiresAfter(retentionDays), { key: { entryId: 1 } }] },
  { name: 'log_heads' },
]

export const chainOf = (db: Db): Collection<ChainRow> => db.collection('log_chain')
const headsOf = (db: Db): Collection<ChainHead & { _id: string }> => db.collection('log_heads')

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('base64url')

/** BSON of a stored row: the same before it is written and after it is read. */
export const bytesOf = (row: Document): Buffer => Buffer.from(BSON.serialize(row, { ignoreUndefined: true }))

/** Hash of a stored row. */
export const leafOf = (row: Document): string => sha256(bytesOf(row))

/** What the chain has of an activity. The names above its object are hashed: not all who may see it may see them. */
export const activityContentOf = ({ objectPath, ...activity }: Document): Document =>
  objectPath === undefined ? activity : { ...activity, objectPath: leafOf({ objectPath, eventId: activity.eventId }) }

/** Hash of a feed after its next transfer. */
export const nextSealHash = (before: string, transfer: Document): string => sha256(`${before}\n${leafOf(transfer)}`)

export const sealLeaf = ({ play, credit, rows, events, previous }: LedgerSeal): string => {
  const sealedRows = rows.flatMap(({ of, id, leaf }) => [of, id, leaf])
  return sha256([play.seq, play.hash, credit.seq, credit.hash, events, previous, ...sealedRows].join('\n'))
}

/** All of a row that its hash depends on, besides the hash of the row before. It tells nothing about the entry. */
export const digestOf = ({ _id, kind, entryId, entryAt, leaf }: ChainEntry & Pick<ChainRow, '_id'>): string =>
  sha256([_id, kind, entryId, entryAt.toISOString(), leaf].join('\n'))

/** Hash of a row of the chain that follows the hash `before`; `''` before the first row. */
export const nextHash = (before: string, row: ChainEntry & Pick<ChainRow, '_id'>): string =>
  extendHash(before, [digestOf(row)])

/** Hash of the chain after further rows. */
export const extendHash = (before: string, digests: readonly string[]): string =>
  digests.reduce((hash, digest) => sha256(`${hash}\n${digest}`), before)

/** Whether an entry is in the log that the head of its proof counts; `createHeadVerifier` checks the head. */
export function isInLog({ content, position: _id, entryId, entryAt, before, digests, head }: LogProof): boolean {
  const leaf = sha256(Buffer.from(content, 'base64'))
  const hash = nextHash(before, { _id, kind: 'activity', entryId, entryAt: new Date(entryAt), leaf })
  return extendHash(hash, digests) === head.hash && _id + digests.length === head.size
}

const kindNames = { activity: 'activity', draw: 'draw record', ledger: 'seal of the ledger' } as const
/** Names an entry in a finding. */
export const nameOf = ({ _id, kind, entryId, entryAt }: ChainRow) =>
  `Entry ${_id} (${kindNames[kind]} ${entryId} of ${entryAt.toISOString()})`

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
