import type { AnyEvent } from '@cascade/contracts'
import { type PostedBy, type PostingRequest, playEvents } from '@cascade/contracts/accounts'
import { businessDay } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import type { KeptPlay, PlayBooking } from '../decide/ledger-state'
import { issuerId } from '../ids'
import { fenceOf, type PlayFacts, type PlayRow, type Posting, playRowsOf, type TransferRow } from './collections'

const kinds: Record<PostingRequest['kind'], PlayRow['kind']> = {
  ...{ stake: 'stake', settle: 'settlement', claim: 'win', recover: 'correction', pool: 'pool', closeGate: 'gate' },
}

export const isPlayRow = (row: TransferRow | PlayRow): row is PlayRow => 'play' in row

/** The row of a posting; its event is made of nothing else. */
export function playRowOf(booking: PlayBooking, zone: string): PlayRow {
  const { id, hash, posting, amount, at, result } = booking
  const createdAt = new Date(at)
  const { by, correlationId } = posting
  return {
    ...{ _id: id, hash, kind: kinds[posting.kind], amount, postings: amount > 0n ? postingsOf(booking) : [] },
    ...{ actor: by, note: '', bizDate: businessDay(createdAt, zone), createdAt, correlationId },
    playSeq: result.seq,
    play: factsOf(booking),
  }
}

function postingsOf({ posting, source, destination, amount, player, externals }: PlayBooking): Posting[] {
  const after = new Map(externals)
  const sideOf = (w: string, signed: bigint): Posting => {
    if (player && w === player.who.id) {
      return { w, username: player.who.username, amount: signed, seq: player.after.seq, balAfter: player.after.balance }
    }
    const username = w === issuerId ? w : posting.gameId
    return { w, username, amount: signed, seq: null, balAfter: after.get(w)?.balance ?? 0n }
  }
  return [sideOf(source, -amount), sideOf(destination, amount)]
}

function factsOf({ posting, player, result }: PlayBooking): PlayFacts {
  const { kind, adminId, gameId } = posting
  return {
    ...{ kind, adminId, gameId, change: result.amount, poolBalance: result.poolBalance },
    gateVersion: result.gateVersion,
    ...(player ? { player: player.who, playerBalance: player.after.balance } : {}),
    ...(posting.kind === 'closeGate' ? { drawId: posting.drawId } : {}),
    ...(posting.kind === 'pool' ? { type: posting.change.type } : {}),
    ...('details' in posting ? { details: JSON.stringify(posting.details) } : {}),
  }
}

/** What a posting was answered, for whoever asks for it again. */
export function keptPlayOf({ hash, playSeq, play }: PlayRow): KeptPlay {
  const { change, playerBalance = null, poolBalance, gateVersion } = play
  return {
    hash,
    result: { replayed: false, seq: playSeq, amount: change, playerBalance, poolBalance, gateVersion },
  }
}

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
  return { head: Number(fence?.playHead ?? 0), events: rows.map(eventOf) }
}

function eventOf(row: PlayRow): AnyEvent {
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
      return { type: playEvents.gateClosed.shape.type.value, data: { adminId, gameId, drawId, gateVersion } }
  }
}

/** Details are opaque, so they are kept as text: no key of theirs means anything to the database. */
const parsed = (details: unknown): unknown => (typeof details === 'string' ? JSON.parse(details) : null)
