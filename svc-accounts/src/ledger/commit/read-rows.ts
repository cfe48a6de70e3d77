import type { Collection, Db, Filter, WithId } from 'mongodb'
import { type LedgerState, newTicketWin, type QueuedRequest } from '../decide/ledger-state'
import { isPlayRow, isRejectionRow, keyedRowsOf, ticketWinsOf, transfersOf } from '../store/collections'
import { toStoredOutcome, toStoredRejection } from '../store/stored-outcomes'
import { toStoredPosting } from './play-row'

const readTimeoutMs = 2_000

export async function readAll<T extends { _id: string }>(
  collection: Collection<T>,
  ids: readonly string[],
): Promise<WithId<T>[]> {
  if (ids.length === 0) return []
  const filter = { _id: { $in: ids } } as Filter<T>
  return collection.find(filter, { batchSize: 1000, maxTimeMS: readTimeoutMs }).toArray()
}

export async function readStoredOutcomes(db: Db, ids: readonly string[], state: LedgerState): Promise<void> {
  for (const row of await readAll(keyedRowsOf(db), ids)) {
    if (isRejectionRow(row)) state.outcomes.set(row._id, toStoredRejection(row))
    else if (isPlayRow(row)) state.postings.set(row._id, toStoredPosting(row))
    else state.outcomes.set(row._id, toStoredOutcome(row))
  }
}

/** Wins of the tickets of a batch; for those without a win, and those to be settled or voided, their stakes. */
export async function readTickets(
  db: Db,
  batch: readonly QueuedRequest[],
  { wins, stakes, bets }: LedgerState,
): Promise<void> {
  const ids = [...new Set(batch.flatMap(ticketIdsOf))]
  const changed = new Set(batch.flatMap(changedIdsOf))
  for (const { _id, ...win } of await readAll(ticketWinsOf(db), ids)) wins.set(_id, win)
  const others = ids.filter(id => !wins.has(id) || changed.has(id))
  for (const row of await readAll(transfersOf(db), others)) {
    if (!isPlayRow(row) || row.play.kind !== 'stake' || !row.play.player) continue
    const { adminId, gameId, player, gateVersion } = row.play
    stakes.set(row._id, newTicketWin({ adminId, gameId, playerId: player.id, amount: row.amount }))
    if (changed.has(row._id)) bets.set(row._id, { player, amount: row.amount, gateVersion, day: row.bizDate })
  }
}

function changedIdsOf({ request }: QueuedRequest): string[] {
  if (request.type !== 'play') return []
  const { posting } = request
  if (posting.kind === 'settle') return posting.wins.map(([id]) => id)
  return posting.kind === 'void' ? [posting.details.ticket] : []
}

function ticketIdsOf(queued: QueuedRequest): string[] {
  const { request } = queued
  if (request.type !== 'play') return []
  const { posting } = request
  if (posting.kind === 'claim') return posting.details.tickets.map(([id]) => id)
  return posting.kind === 'recover' ? [posting.details.ticket] : changedIdsOf(queued)
}
