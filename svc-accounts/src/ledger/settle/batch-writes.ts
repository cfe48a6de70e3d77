import { TransferRecorded } from '@cascade/contracts/accounts'
import { businessDay, type OutboxRow, outboxRow } from '@cascade/service-kit'
import type { Document } from 'mongodb'
import { answerOf, type Booking, type Decision, type WalletState } from '../decide/ledger-state'
import {
  type AnswerRow,
  type EntryRow,
  type ExternalEntryRow,
  entryIdOf,
  type Posting,
  type TransferRow,
} from '../store/collections'
import type { LedgerRequest, SideWrite, WalletRef } from '../types'

/** The writes of one batch. `owner` is the position of the request that a side write belongs to. */
export type BatchWrites = {
  wallets: { filter: Document; update: Document }[]
  inserts: Map<string, Document[]>
  sideWrites: { write: SideWrite; owner: number }[]
}

type Settled = { request: LedgerRequest; decision: Decision }
type Insert = (collection: string, document: Document) => void

/** Turns decisions into writes: each wallet once, with its last state, guarded by the state as read. */
export function writesOf(
  zone: string,
  before: ReadonlyMap<string, WalletState>,
  settled: readonly Settled[],
): BatchWrites {
  const inserts = new Map<string, Document[]>()
  const insert: Insert = (collection, document) => {
    const documents = inserts.get(collection)
    if (documents) documents.push(document)
    else inserts.set(collection, [document])
  }
  for (const { decision } of settled) {
    if (decision.type === 'settled' && decision.booking) insertBooking(insert, decision.booking, zone)
    if (decision.type === 'refused' && decision.keep) {
      const { id, answer } = decision.keep
      insert('idempotency', { _id: id, ...answer, createdAt: new Date() } satisfies AnswerRow)
    }
  }
  const sideWrites = settled.flatMap(({ request, decision }, owner) =>
    decision.type === 'settled' ? (request.sideWrites ?? []).map(write => ({ write, owner })) : [],
  )
  return { wallets: walletUpdates(before, settled), inserts, sideWrites }
}

function walletUpdates(before: ReadonlyMap<string, WalletState>, settled: readonly Settled[]) {
  const after = new Map(settled.flatMap(({ decision }) => (decision.type === 'settled' ? decision.wallets : [])))
  return [...after].map(([walletId, state]) => {
    const read = before.get(walletId)
    if (!read) throw new Error(`Wallet ${walletId} was not read`)
    const filter = { _id: walletId, seq: read.seq, scopeVersion: read.scopeVersion }
    return { filter, update: { $set: changedFields(read, state) } }
  })
}

function changedFields(read: WalletState, state: WalletState): Document {
  const { balance, seq, status, scopeVersion, lastChange, updatedAt } = state
  const scope = scopeVersion === read.scopeVersion ? {} : { status, scopeVersion, lastChange }
  return { balance, seq, updatedAt: new Date(updatedAt), ...scope }
}

function insertBooking(insert: Insert, booking: Booking, zone: string) {
  const { id, request, amount, hash, at } = booking
  const { actor, note } = request
  const createdAt = new Date(at)
  const bizDate = businessDay(createdAt, zone)
  const kind = request.type === 'close' ? 'return' : request.kind
  const postings: [Posting, Posting] = [
    postingOf(request.source, -amount, booking.sourceAfter),
    postingOf(request.destination, amount, booking.destinationAfter),
  ]
  const ref = request.type === 'transfer' && request.ref ? { ref: request.ref } : {}
  const transfer: TransferRow = { _id: id, hash, kind, amount, postings, actor, note, ...ref, bizDate, createdAt }
  insert('transfers', transfer)
  for (const { w, seq, amount: signed, balAfter } of postings) {
    if (seq === null || balAfter === null) {
      insert('external_entries', {
        ...{ _id: `${w}|${id}`, w, amount: signed, bizDate, createdAt },
      } satisfies ExternalEntryRow)
    } else {
      const row: EntryRow = { _id: entryIdOf(w, seq), t: id, kind, amount: signed, balAfter, bizDate, createdAt }
      insert('entries', row)
    }
  }
  insert('idempotency', { _id: id, ...answerOf(booking), createdAt } satisfies AnswerRow)
  insert('outbox', eventRowOf(transfer, request))
}

const postingOf = ({ walletId, username }: WalletRef, amount: bigint, after: WalletState | null): Posting => ({
  w: walletId,
  username,
  amount,
  seq: after?.seq ?? null,
  balAfter: after?.balance ?? null,
})

/** A wallet as the event names it. */
const namedOf = ({ walletId, username, role, ancestry }: WalletRef) => ({ walletId, username, role, ancestry })

function eventRowOf(
  transfer: TransferRow,
  { source, destination, actor, correlationId }: Booking['request'],
): OutboxRow {
  const [debited, credited] = transfer.postings
  const data: TransferRecorded['data'] = {
    transferId: transfer._id,
    kind: transfer.kind,
    amount: String(transfer.amount),
    source: namedOf(source),
    destination: namedOf(destination),
    sourceBalance: debited.balAfter?.toString() ?? null,
    destinationBalance: credited.balAfter?.toString() ?? null,
    note: transfer.note,
    bizDate: transfer.bizDate,
  }
  return outboxRow({ type: TransferRecorded.shape.type.value, actor, correlationId, data })
}
