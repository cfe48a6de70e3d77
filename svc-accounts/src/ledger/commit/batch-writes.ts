import { businessDay, traceFields } from '@cascade/service-kit'
import type { ClientSession, Db, Document, MongoClient } from 'mongodb'
import { LedgerRefusal } from '../answers'
import type { Booking, Decision, LedgerState, Rejection, WalletState } from '../decide/ledger-state'
import {
  type EntryRow,
  entryIdOf,
  type Place,
  type PlayRow,
  type Posting,
  type RejectionRow,
  type TransferRow,
} from '../store/collections'
import { failedPreconditions, hasMatched, modelOf } from '../store/side-writes'
import type { LedgerRequest, PlayRequest, SideWrite, TransferRequest, WalletRef } from '../types'
import { SnapshotMismatch } from './fencing-token'
import { playRowOf } from './play-row'

type Update = { filter: Document; update: Document }

/** The writes of one batch. `owner` is the position of the request that a side write belongs to. */
export type BatchWrites = {
  wallets: Update[]
  externals: Update[]
  wins: Update[]
  inserts: Map<string, Document[]>
  /** Those among the inserts that are events of a feed, in the order of their numbers. */
  booked: (TransferRow | PlayRow)[]
  sideWrites: { write: SideWrite; owner: number }[]
}

type DecidedRequest = { request: LedgerRequest; decision: Decision }
type Insert = (collection: string, document: Document) => void

/** What was known of the accounts of a batch before it. */
type Before = Pick<LedgerState, 'wallets' | 'externals' | 'wins'>

/** Turns decisions into writes: each account once, with its last state, guarded by the state as known before. */
export function writesOf(
  { zone, at }: { zone: string; at: number },
  before: Before,
  after: Before,
  settled: readonly DecidedRequest[],
): BatchWrites {
  const inserts = new Map<string, Document[]>()
  const insert: Insert = (collection, document) => {
    const documents = inserts.get(collection)
    if (documents) documents.push(document)
    else inserts.set(collection, [document])
  }
  const booked: BatchWrites['booked'] = []
  for (const { request, decision } of settled) {
    if (decision.type === 'settled' && decision.booking) booked.push(transferRowOf(decision.booking, zone))
    if (decision.type === 'settled' && decision.play) booked.push(playRowOf(decision.play, zone))
    if (decision.type === 'refused' && decision.keep && request.type !== 'change' && request.type !== 'close') {
      insert('transfers', rejectionRowOf(decision.keep, request, at))
    }
  }
  for (const row of booked) {
    insert('transfers', row)
    insertEntries(insert, row)
  }
  const sideWrites = settled.flatMap(({ request, decision }, owner) =>
    decision.type === 'settled' ? (request.sideWrites ?? []).map(write => ({ write, owner })) : [],
  )
  const externals = changesOf(before.externals, after.externals)
  for (const row of externals.added) insert('external_accounts', row)
  const wins = changesOf(before.wins, after.wins)
  for (const row of wins.added) insert('ticket_wins', row)
  const updates = { wallets: walletUpdates(before.wallets, settled), externals: externals.updates, wins: wins.updates }
  return { ...updates, inserts, booked, sideWrites }
}

/** Rows that are new, and updates of the others, guarded by all that was known of them. */
function changesOf<S extends object>(before: ReadonlyMap<string, S>, after: ReadonlyMap<string, S>) {
  const changed = [...after].filter(([id, state]) => state !== before.get(id))
  const known = changed.filter(([id]) => before.has(id))
  const updates: Update[] = known.map(([id, $set]) => ({ filter: { _id: id, ...before.get(id) }, update: { $set } }))
  return { updates, added: changed.filter(([id]) => !before.has(id)).map(([_id, state]) => ({ _id, ...state })) }
}

function walletUpdates(before: ReadonlyMap<string, WalletState>, settled: readonly DecidedRequest[]) {
  const after = new Map(settled.flatMap(({ decision }) => (decision.type === 'settled' ? decision.wallets : [])))
  return [...after].map(([walletId, state]) => {
    const read = before.get(walletId)
    if (!read) throw new Error(`Wallet ${walletId} was not read`)
    const filter = { _id: walletId, seq: read.seq, balance: read.balance, scopeVersion: read.scopeVersion }
    return { filter, update: { $set: changedFields(read, state) } }
  })
}

function changedFields(read: WalletState, state: WalletState): Document {
  const { balance, seq, lastStake, issued, creditLine, status, scopeVersion, lastChange, updatedAt, heir } = state
  const line = creditLine === undefined ? {} : { creditLine }
  const scope =
    scopeVersion === read.scopeVersion ? {} : { status, scopeVersion, lastChange, ...line, ...(heir && { heir }) }
  const sums = { ...(lastStake && { lastStake }), ...(issued !== undefined && { issued }) }
  return { balance, seq, updatedAt: new Date(updatedAt), ...sums, ...scope }
}

function transferRowOf(booking: Booking, zone: string): TransferRow {
  const { id, request, amount, hash, at } = booking
  const { source, destination, actor, note, correlationId } = request
  const createdAt = new Date(at)
  const bizDate = businessDay(createdAt, zone)
  const kind = request.type === 'close' ? 'return' : request.kind
  const postings: [Posting, Posting] = [
    postingOf(source, -amount, booking.sourceAfter, booking.externals),
    postingOf(destination, amount, booking.destinationAfter, booking.externals),
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
    places: [placeOf(source), placeOf(destination)],
  }
}

function rejectionRowOf(
  { id, hash, ...rest }: Rejection,
  request: TransferRequest | PlayRequest,
  at: number,
): RejectionRow {
  const { by, correlationId } = request.type === 'play' ? request.posting : { ...request, by: request.actor }
  const row = { _id: id, hash, ...rest, actor: by, correlationId, createdAt: new Date(at) }
  return { ...row, kind: 'rejected', postings: [] }
}

/** What each posting to a wallet leaves on its statement. */
function insertEntries(insert: Insert, { _id, kind, postings, bizDate, createdAt }: TransferRow | PlayRow) {
  for (const { w, seq, amount, balAfter } of postings) {
    if (seq === null) continue
    const entry: EntryRow = { _id: entryIdOf(w, seq), t: _id, kind, amount, balAfter, bizDate, createdAt }
    insert('entries', entry)
  }
}

function postingOf(
  { walletId, username }: WalletRef,
  amount: bigint,
  after: WalletState | null,
  externals: Booking['externals'],
): Posting {
  const total = externals.find(([id]) => id === walletId)?.[1].balance ?? 0n
  return { w: walletId, username, amount, seq: after?.seq ?? null, balAfter: after?.balance ?? total }
}

const placeOf = ({ role, ancestry }: WalletRef): Place => ({ role, ancestry })

/** Up to here one command for all is quicker; beyond, one for each collection costs the server half as much. */
const fewRows = 30

type Connection = { client: MongoClient; db: Db; session: ClientSession }

/**
 * Writes a batch in the session's transaction, which the fence has begun: a command for several collections cannot
 * begin one on every server.
 * @returns the owners of side writes whose precondition failed, with the refusal: then the transaction must be ended.
 * @throws SnapshotMismatch when an account is not as it was known.
 */
export async function executeWrites(place: Connection, writes: BatchWrites): Promise<Map<number, LedgerRefusal>> {
  const rows = [...writes.inserts.values()].reduce((sum, documents) => sum + documents.length, 0)
  return rows <= fewRows ? writeTogether(place, writes) : writeByCollection(place, writes)
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
  const models = [...own, ...sideWrites.map(({ write }) => write)].map(write => modelOf(db, write))
  const options = { session, ordered: true, verboseResults: sideWrites.length > 0 }
  const result = await client.bulkWrite(models, options)
  if (sideWrites.length === 0) {
    requireMatches(result, guarded.length)
    return new Map<number, LedgerRefusal>()
  }
  if (guarded.some((_, index) => !hasMatched(result, index))) throw new SnapshotMismatch()
  return refusedOf(sideWrites, failedPreconditions(result, writesIn(sideWrites), own.length))
}

async function writeByCollection(place: Connection, { wallets, externals, wins, inserts, sideWrites }: BatchWrites) {
  const { client, db, session } = place
  await updateGuarded(place, 'wallets', wallets)
  await updateGuarded(place, 'external_accounts', externals)
  await updateGuarded(place, 'ticket_wins', wins)
  for (const [collection, documents] of inserts) {
    await db.collection<Document>(collection).insertMany(documents, { session, ordered: true })
  }
  if (sideWrites.length === 0) return new Map<number, LedgerRefusal>()
  const models = writesIn(sideWrites).map(write => modelOf(db, write))
  const result = await client.bulkWrite(models, { session, ordered: true, verboseResults: true })
  return refusedOf(sideWrites, failedPreconditions(result, writesIn(sideWrites)))
}

async function updateGuarded({ db, session }: Connection, collection: string, guarded: BatchWrites['wallets']) {
  if (guarded.length === 0) return
  const updates = guarded.map(updateOne => ({ updateOne }))
  const result = await db.collection<Document>(collection).bulkWrite(updates, { session, ordered: true })
  requireMatches(result, updates.length)
}

function requireMatches({ matchedCount }: { matchedCount: number }, expected: number) {
  if (Number(matchedCount) !== expected) throw new SnapshotMismatch()
}

const writesIn = (sideWrites: BatchWrites['sideWrites']) => sideWrites.map(({ write }) => write)

const refusedOf = (sideWrites: BatchWrites['sideWrites'], positions: readonly number[]) => {
  const owners = positions.flatMap(position => sideWrites[position]?.owner ?? [])
  return new Map(owners.map(owner => [owner, new LedgerRefusal('PRECONDITION_FAILED')]))
}
