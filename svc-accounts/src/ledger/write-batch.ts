import type { TransferRecorded } from '@cascade/contracts/accounts'
import { businessDay, type OutboxRow, outboxRow } from '@cascade/service-kit'
import type { Document } from 'mongodb'
import { answerOf, type Decision, type Movement, type WalletState } from './books'
import { type AnswerRow, type EntryRow, entryIdOf, type Leg, type OpenEntryRow, type TransferRow } from './collections'
import type { AlsoModel, LedgerRequest } from './types'

/** The writes of one batch. `owner` is the position of the request that a further write belongs to. */
export type BatchWrites = {
  wallets: { filter: Document; update: Document }[]
  inserts: Map<string, Document[]>
  also: { model: AlsoModel; owner: number }[]
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
    if (decision.type === 'settled' && decision.movement) insertMovement(insert, decision.movement, zone)
    if (decision.type === 'refused' && decision.keep) {
      const { id, answer } = decision.keep
      insert('idempotency', { _id: id, ...answer, createdAt: new Date() } satisfies AnswerRow)
    }
  }
  const also = settled.flatMap(({ request, decision }, owner) =>
    decision.type === 'settled' ? (request.also ?? []).map(model => ({ model, owner })) : [],
  )
  return { wallets: walletUpdates(before, settled), inserts, also }
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

function insertMovement(insert: Insert, movement: Movement, zone: string) {
  const { id, request, amount, hash, at } = movement
  const { actor, note } = request
  const createdAt = new Date(at)
  const bizDate = businessDay(createdAt, zone)
  const kind = request.type === 'close' ? 'return' : request.kind
  const legs: [Leg, Leg] = [
    legOf(request.from, -amount, movement.fromAfter),
    legOf(request.to, amount, movement.toAfter),
  ]
  const ref = request.type === 'transfer' && request.ref ? { ref: request.ref } : {}
  const transfer: TransferRow = { _id: id, hash, kind, amount, legs, actor, note, ...ref, bizDate, createdAt }
  insert('transfers', transfer)
  for (const leg of legs) {
    if (leg.seq === null || leg.balAfter === null) {
      const row: OpenEntryRow = { _id: `${leg.w}|${id}`, w: leg.w, amount: leg.amount, bizDate, createdAt }
      insert('open_entries', row)
    } else {
      const { w, seq, amount: signed, balAfter } = leg
      const row: EntryRow = { _id: entryIdOf(w, seq), t: id, kind, amount: signed, balAfter, bizDate, createdAt }
      insert('entries', row)
    }
  }
  insert('idempotency', { _id: id, ...answerOf(movement), createdAt } satisfies AnswerRow)
  insert('outbox', eventRowOf(transfer, request))
}

const legOf = (party: { walletId: string; username: string }, amount: bigint, after: WalletState | null): Leg => ({
  w: party.walletId,
  username: party.username,
  amount,
  seq: after?.seq ?? null,
  balAfter: after?.balance ?? null,
})

function eventRowOf(transfer: TransferRow, request: Movement['request']): OutboxRow {
  const partyOf = ({ walletId, username, role, line }: Movement['request']['from']) => ({
    walletId,
    username,
    role,
    line,
  })
  const data: TransferRecorded['data'] = {
    transferId: transfer._id,
    kind: transfer.kind,
    amount: String(transfer.amount),
    from: partyOf(request.from),
    to: partyOf(request.to),
    fromBalance: transfer.legs[0].balAfter?.toString() ?? null,
    toBalance: transfer.legs[1].balAfter?.toString() ?? null,
    note: transfer.note,
    bizDate: transfer.bizDate,
  }
  const { actor, correlationId } = request
  return outboxRow({ type: 'credit.transfer.recorded.v1', actor, correlationId, data })
}
