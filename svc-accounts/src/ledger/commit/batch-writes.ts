import { businessDay, traceFields } from '@cascade/service-kit'
import type { ClientSession, Db, Document, MongoClient } from 'mongodb'
import type { DecidedRequest } from '../decide/decide-batch'
import type { Booking, LedgerState, WalletState } from '../decide/ledger-state'
import { LedgerRejection } from '../rejection'
import {
  type CreditMoveRow,
  type EntryRow,
  entryIdOf,
  type PlayRow,
  type Posting,
  type TransferRow,
  type TreePosition,
} from '../store/collections'
import { failedPreconditions, hasMatched, toBulkModel } from '../store/side-writes'
import type { SideWrite, WalletRef } from '../types'
import { SnapshotMismatch } from './fencing-token'
import { buildPlayRow } from './play-row'
import { buildRejectionRow } from './rejection-row'

type Update = { filter: Document; update: Document }

/** All writes of one batch. `owner`: position of the request that a side write belongs to. */
export type BatchWrites = {
  wallets: Update[]
  externals: Update[]
  wins: Update[]
  inserts: Map<string, Document[]>
  booked: (TransferRow | PlayRow)[]
  sideWrites: { write: SideWrite; owner: number }[]
}

type Insert = (collection: string, document: Document) => void

type TouchedState = Pick<LedgerState, 'wallets' | 'externals' | 'wins'>

/** Turns decisions into writes: one update per account, to its last state, with the state before the batch as a guard. */
export function buildWrites(
  { zone, at }: { zone: string; at: number },
  before: TouchedState,
  after: TouchedState,
  decided: readonly DecidedRequest[],
): BatchWrites {
  const inserts = new Map<string, Document[]>()
  const insert: Insert = (collection, document) => {
    const documents = inserts.get(collection)
    if (documents) documents.push(document)
    else inserts.set(collection, [document])
  }
  const booked: BatchWrites['booked'] = []
  for (const { request, decision } of decided) {
    if (decision.type === 'accepted' && decision.booking) booked.push(buildTransferRow(decision.booking, zone))
    if (decision.type === 'accepted' && decision.play) booked.push(buildPlayRow(decision.play, zone))
    if (
      decision.type === 'rejected' &&
      decision.finalRejection &&
      request.type !== 'change' &&
      request.type !== 'close'
    ) {
      insert('transfers', buildRejectionRow(decision.finalRejection, request, at))
    }
  }
  for (const { id, decision } of decided) {
    if (decision.type !== 'accepted' || decision.moved?.amount === undefined) continue
    const { move, amount } = decision.moved
    const admins = { from: move.from ?? null, to: move.ancestry.admin ?? null }
    const row: CreditMoveRow = { _id: id, root: move.root, ...admins, amount, at: new Date(at) }
    insert('credit_moves', row)
  }
  for (const row of booked) {
    insert('transfers', row)
    insertEntries(insert, row)
  }
  const sideWrites = decided.flatMap(({ request, decision }, owner) =>
    decision.type === 'accepted' ? (request.sideWrites ?? []).map(write => ({ write, owner })) : [],
  )
  const externals = changesOf(before.externals, after.externals)
  for (const row of externals.added) insert('external_accounts', row)
  const wins = changesOf(before.wins, after.wins)
  for (const row of wins.added) insert('ticket_wins', row)
  const updates = { wallets: walletUpdates(before.wallets, decided), externals: externals.updates, wins: wins.updates }
  return { ...updates, inserts, booked, sideWrites }
}

function changesOf<S extends object>(before: ReadonlyMap<string, S>, after: ReadonlyMap<string, S>) {
  const changed = [...after].filter(([id, state]) => state !== before.get(id))
  const existing = changed.filter(([id]) => before.has(id))
  const updates: Update[] = existing.map(([id, $set]) => ({ filter: { _id: id, ...before.get(id) }, update: { $set } }))
  return { updates, added: changed.filter(([id]) => !before.has(id)).map(([_id, state]) => ({ _id, ...state })) }
}

function walletUpdates(before: ReadonlyMap<string, WalletState>, decided: readonly DecidedRequest[]) {
  const after = new Map(decided.flatMap(({ decision }) => (decision.type === 'accepted' ? decision.wallets : [])))
  return [...after].map(([walletId, state]) => {
    const read = before.get(walletId)
    if (!read) throw new Error(`Wallet ${walletId} was not read`)
    const filter = { _id: walletId, seq: read.seq, balance: read.balance, scopeVersion: read.scopeVersion }
    return { filter, update: { $set: changedFields(read, state) } }
  })
}

function changedFields(read: WalletState, state: WalletState): Document {
  const { balance, seq, lastStake, issued, status, scopeVersion, lastChange, updatedAt, moved, use } = state
  const { creditLine, heir, limits, own } = state
  const optional = { ...(creditLine !== undefined && { creditLine }), ...(heir !== undefined && { heir }) }
  const bounds = { ...(limits && { limits }), ...(own && { own }) }
  const scope = lastChange === read.lastChange ? {} : { status, scopeVersion, lastChange, ...optional, ...bounds }
  const sums = {
    ...{ ...(lastStake && { lastStake }), ...(issued !== undefined && { issued }) },
    ...{ ...(moved && { moved }), ...(use && { use }) },
  }
  return { balance, seq, updatedAt: new Date(updatedAt), ...sums, ...scope }
}

function buildTransferRow(booking: Booking, zone: string): TransferRow {
  const { id, request, amount, hash, at } = booking
  const { source, destination, actor, note, correlationId } = request
  const createdAt = new Date(at)
  const bizDate = businessDay(createdAt, zone)
  const kind = request.type === 'close' ? 'return' : request.kind
  const postings: [Posting, Posting] = [
    buildPosting(source, -amount, booking.sourceAfter, booking.externals),
    buildPosting(destination, amount, booking.destinationAfter, booking.externals),
  ]
  return {
    _id: id,
    hash,
    kind,
    amount,
    postings,
    actor,
    note,
    bizDate,
    createdAt,
    correlationId,
    ...traceFields(),
    creditSeq: booking.creditSeq,
    places: [positionOf(source), positionOf(destination)],
    ...(request.type === 'transfer' && request.reverses && { reverses: request.reverses }),
    ...(request.type === 'transfer' && request.call && { call: request.call }),
  }
}

function insertEntries(insert: Insert, { _id, kind, postings, bizDate, createdAt }: TransferRow | PlayRow) {
  for (const { w, seq, amount, balAfter } of postings) {
    if (seq === null) continue
    const entry: EntryRow = { _id: entryIdOf(w, seq), t: _id, kind, amount, balAfter, bizDate, createdAt }
    insert('entries', entry)
  }
}

function buildPosting(
  { walletId, username }: WalletRef,
  amount: bigint,
  after: WalletState | null,
  externals: Booking['externals'],
): Posting {
  const total = externals.find(([id]) => id === walletId)?.[1].balance ?? 0n
  return { w: walletId, username, amount, seq: after?.seq ?? null, balAfter: after?.balance ?? total }
}

const positionOf = ({ role, ancestry }: WalletRef): TreePosition => ({ role, ancestry })

/** Up to this many rows one combined command is faster; beyond, one per collection costs the server half as much. */
const combinedRowsMax = 30

type Connection = { client: MongoClient; db: Db; session: ClientSession }

/**
 * Executes the writes in the session's open transaction. The update of the fencing token must have started it: not every
 * server can start a transaction with a multi-collection command.
 * @returns rejections by owner of the failed side write; if there are any, the transaction must be aborted
 * @throws SnapshotMismatch if a guard does not match
 */
export async function executeWrites(
  connection: Connection,
  writes: BatchWrites,
): Promise<Map<number, LedgerRejection>> {
  const rows = [...writes.inserts.values()].reduce((sum, documents) => sum + documents.length, 0)
  return rows <= combinedRowsMax ? writeTogether(connection, writes) : writeByCollection(connection, writes)
}

async function writeTogether({ client, db, session }: Connection, writes: BatchWrites) {
  const { wallets, externals, wins, inserts, sideWrites } = writes
  const guarded: SideWrite[] = [
    ...wallets.map((write): SideWrite => ({ type: 'updateOne', collection: 'wallets', ...write })),
    ...externals.map((write): SideWrite => ({ type: 'updateOne', collection: 'external_accounts', ...write })),
    ...wins.map((write): SideWrite => ({ type: 'updateOne', collection: 'ticket_wins', ...write })),
  ]
  const own: SideWrite[] = [
    ...guarded,
    ...[...inserts].flatMap(([collection, documents]) =>
      documents.map((document): SideWrite => ({ type: 'insertOne', collection, document })),
    ),
  ]
  const models = [...own, ...sideWrites.map(({ write }) => write)].map(write => toBulkModel(db, write))
  const options = { session, ordered: true, verboseResults: sideWrites.length > 0 }
  const result = await client.bulkWrite(models, options)
  if (sideWrites.length === 0) {
    assertMatched(result, guarded.length)
    return new Map<number, LedgerRejection>()
  }
  if (guarded.some((_, index) => !hasMatched(result, index))) throw new SnapshotMismatch()
  return rejectionsFor(sideWrites, failedPreconditions(result, sideWritesOf(sideWrites), own.length))
}

async function writeByCollection(
  connection: Connection,
  { wallets, externals, wins, inserts, sideWrites }: BatchWrites,
) {
  const { client, db, session } = connection
  await updateGuarded(connection, 'wallets', wallets)
  await updateGuarded(connection, 'external_accounts', externals)
  await updateGuarded(connection, 'ticket_wins', wins)
  for (const [collection, documents] of inserts) {
    await db.collection<Document>(collection).insertMany(documents, { session, ordered: true })
  }
  if (sideWrites.length === 0) return new Map<number, LedgerRejection>()
  const models = sideWritesOf(sideWrites).map(write => toBulkModel(db, write))
  const result = await client.bulkWrite(models, { session, ordered: true, verboseResults: true })
  return rejectionsFor(sideWrites, failedPreconditions(result, sideWritesOf(sideWrites)))
}

async function updateGuarded({ db, session }: Connection, collection: string, guarded: BatchWrites['wallets']) {
  if (guarded.length === 0) return
  const updates = guarded.map(updateOne => ({ updateOne }))
  const result = await db.collection<Document>(collection).bulkWrite(updates, { session, ordered: true })
  assertMatched(result, updates.length)
}

function assertMatched({ matchedCount }: { matchedCount: number }, expected: number) {
  if (Number(matchedCount) !== expected) throw new SnapshotMismatch()
}

const sideWritesOf = (sideWrites: BatchWrites['sideWrites']) => sideWrites.map(({ write }) => write)

const rejectionsFor = (sideWrites: BatchWrites['sideWrites'], positions: readonly number[]) => {
  const owners = positions.flatMap(position => sideWrites[position]?.owner ?? [])
  return new Map(owners.map(owner => [owner, new LedgerRejection('PRECONDITION_FAILED')]))
}

export const isEmpty = ({ wallets, externals, wins, inserts, sideWrites }: BatchWrites) =>
  wallets.length + externals.length + wins.length + inserts.size + sideWrites.length === 0

export function sumOfChanges(before: LedgerState['wallets'], after: LedgerState['wallets']): bigint {
  let sum = 0n
  for (const [id, { balance }] of after) sum += balance - (before.get(id)?.balance ?? 0n)
  return sum
}
