import type { AnyEvent } from '@cascade/contracts'
import { type PostedBy, playEvents } from '@cascade/contracts/accounts'
import type { Db } from 'mongodb'
import { fenceOf, type PlayRow, playRowsOf } from './collections'

/** Postings with `after < playSeq <= after + limit` as events; the range is bounded by design. */
export async function readPlayFeed(
  db: Db,
  after: number,
  limit: number,
): Promise<{ head: number; events: AnyEvent[] }> {
  const rows = await playRowsOf(db)
    .find({ playSeq: { $gt: BigInt(after), $lte: BigInt(after + limit) } }, { maxTimeMS: 5_000 })
    .sort({ playSeq: 1 })
    .toArray()
  // Read last, so that the head is never behind the events.
  const fence = await fenceOf(db).findOne({ _id: 'writer' }, { maxTimeMS: 5_000 })
  return { head: Number(fence?.playHead ?? 0), events: rows.map(playEventOf) }
}

export function playEventOf(row: PlayRow): AnyEvent {
  const { id, username, role } = row.actor
  return {
    ...{ id: row._id, ...contentOf(row), at: row.createdAt.toISOString() },
    ...{ actor: { id, username, role }, correlationId: row.correlationId, causationId: null },
    seq: Number(row.playSeq),
  }
}

function contentOf(row: PlayRow): Pick<AnyEvent, 'type' | 'data'> {
  const { kind, adminId, gameId, change, gateVersion, player, playerBalance, drawId, type, details } = row.play
  const by = row.actor as PostedBy
  const posting = {
    ...{ transferId: row._id, adminId, gameId, by, bizDate: row.bizDate },
    poolBalance: String(row.play.poolBalance),
  }
  const amount = String(change)
  const own = { player, amount, playerBalance: String(playerBalance ?? 0n), details: parsed(details) }
  switch (kind) {
    case 'stake':
      return {
        type: playEvents.stakeBooked.shape.type.value,
        data: { ...posting, ticketId: row._id, ...own, gateVersion },
      }
    case 'claim':
      return { type: playEvents.claimBooked.shape.type.value, data: { ...posting, ...own } }
    case 'recover':
      return { type: playEvents.recoveryBooked.shape.type.value, data: { ...posting, ...own } }
    case 'settle':
      return {
        type: playEvents.settlementBooked.shape.type.value,
        data: { ...posting, amount, details: parsed(details) },
      }
    case 'pool':
      return { type: playEvents.poolChanged.shape.type.value, data: { ...posting, type, amount } }
    case 'closeGate':
      return {
        type: playEvents.gateClosed.shape.type.value,
        data: { adminId, gameId, drawId, gateVersion, poolBalance: posting.poolBalance, details: parsed(details) },
      }
  }
}

/** Details are opaque, so they are kept as text: no key of theirs means anything to the database. */
const parsed = (details: unknown): unknown => (typeof details === 'string' ? JSON.parse(details) : null)
