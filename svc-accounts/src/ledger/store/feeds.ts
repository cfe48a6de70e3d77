import type { AnyEvent } from '@cascade/contracts'
import { type PostedBy, playEvents, TransferRecorded } from '@cascade/contracts/accounts'
import type { Db } from 'mongodb'
import { isExternal } from '../ids'
import {
  fenceOf,
  isPlayRow,
  type Place,
  type PlayRow,
  type Posting,
  playRowsOf,
  type TransferRow,
  transfersOf,
} from './collections'

async function headOf(db: Db, feed: 'creditHead' | 'playHead'): Promise<number> {
  const fence = await fenceOf(db).findOne({ _id: 'writer' }, { maxTimeMS: 5_000 })
  return Number(fence?.[feed] ?? 0)
}

/** Transfers with `after < creditSeq <= after + limit` as events; the range is bounded by design. */
async function readCreditFeed(db: Db, after: number, limit: number): Promise<{ head: number; events: AnyEvent[] }> {
  const head = await headOf(db, 'creditHead')
  // Mostly nothing is new, and this row says so.
  if (head <= after) return { head, events: [] }
  const rows = await transfersOf(db)
    .find({ creditSeq: { $gt: BigInt(after), $lte: BigInt(after + limit) } }, { maxTimeMS: 5_000 })
    .sort({ creditSeq: 1 })
    .toArray()
  // The head is never behind the events.
  return { head: Math.max(head, Number(rows.at(-1)?.creditSeq ?? 0)), events: rows.map(creditEventOf) }
}

function creditEventOf(row: TransferRow): AnyEvent {
  const { actor, correlationId, createdAt, creditSeq, kind, note, bizDate } = row
  const [debited, credited] = row.postings
  const [from, to] = row.places
  const data: TransferRecorded['data'] = {
    transferId: row._id,
    kind,
    amount: String(row.amount),
    note,
    bizDate,
    source: sideOf(debited, from),
    destination: sideOf(credited, to),
    sourceBalance: balanceText(debited),
    destinationBalance: balanceText(credited),
  }
  return {
    id: row._id,
    type: TransferRecorded.shape.type.value,
    at: createdAt.toISOString(),
    data,
    actor,
    correlationId,
    causationId: null,
    seq: Number(creditSeq),
    ...(row.traceparent && { traceparent: row.traceparent }),
  }
}

const sideOf = ({ w, username }: Posting, { role, ancestry }: Place) => ({ walletId: w, username, role, ancestry })

/** An external account has no balance that anybody outside should see. */
const balanceText = ({ w, balAfter }: Posting) => (isExternal(w) ? null : String(balAfter))

/** Postings with `after < playSeq <= after + limit` as events; the range is bounded by design. */
async function readPlayFeed(db: Db, after: number, limit: number): Promise<{ head: number; events: AnyEvent[] }> {
  const head = await headOf(db, 'playHead')
  if (head <= after) return { head, events: [] }
  const rows = await playRowsOf(db)
    .find({ playSeq: { $gt: BigInt(after), $lte: BigInt(after + limit) } }, { maxTimeMS: 5_000 })
    .sort({ playSeq: 1 })
    .toArray()
  return { head: Math.max(head, Number(rows.at(-1)?.playSeq ?? 0)), events: rows.map(playEventOf) }
}

export function playEventOf(row: PlayRow): AnyEvent {
  const { id, username, role } = row.actor
  return {
    id: row._id,
    ...contentOf(row),
    at: row.createdAt.toISOString(),
    actor: { id, username, role },
    correlationId: row.correlationId,
    causationId: null,
    seq: Number(row.playSeq),
    ...(row.traceparent && { traceparent: row.traceparent }),
  }
}

function contentOf(row: PlayRow): Pick<AnyEvent, 'type' | 'data'> {
  const { kind, adminId, gameId, change, gateVersion, player, playerBalance, heir, drawId, type, details } = row.play
  const by = row.actor as PostedBy
  const posting = {
    transferId: row._id,
    adminId,
    gameId,
    by,
    bizDate: row.bizDate,
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
      return { type: playEvents.claimBooked.shape.type.value, data: { ...posting, ...own, ...(heir && { heir }) } }
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

/**
 * The feeds of the ledger, by number. Whoever follows them asks for what has just been committed: that is told from
 * memory, anything else from the database.
 */
export function createLedgerFeeds(db: Db) {
  const credit = createFeedTail<TransferRow>(({ creditSeq }) => creditSeq)
  const play = createFeedTail<PlayRow>(({ playSeq }) => playSeq)

  return {
    /** What a commit of this process has added. */
    committed(rows: readonly (TransferRow | PlayRow)[]) {
      credit.add(rows.filter((row): row is TransferRow => !isPlayRow(row)))
      play.add(rows.filter(isPlayRow))
    },

    async credit(after: number, limit: number) {
      const known = credit.after(after, limit)
      return known ? { head: known.head, events: known.rows.map(creditEventOf) } : readCreditFeed(db, after, limit)
    },

    async play(after: number, limit: number) {
      const known = play.after(after, limit)
      return known ? { head: known.head, events: known.rows.map(playEventOf) } : readPlayFeed(db, after, limit)
    },
  }
}
export type LedgerFeeds = ReturnType<typeof createLedgerFeeds>

/** Rows kept at least; twice as many at most. Readers are some hundred behind under load. */
const kept = 1_000

/** The newest rows of a gapless feed that this process has committed by itself, one after the other. */
export function createFeedTail<R>(seqOf: (row: R) => bigint) {
  let rows: R[] = []
  const numberOf = (row: R | undefined) => (row === undefined ? Number.NaN : Number(seqOf(row)))

  return {
    add(fresh: readonly R[]) {
      if (fresh.length === 0) return
      // Another writer has committed in between, or an outcome was not known here.
      if (numberOf(fresh[0]) !== numberOf(rows.at(-1)) + 1) rows = []
      rows = rows.concat(fresh)
      if (rows.length > 2 * kept) rows = rows.slice(-kept)
    },

    /**
     * What `read` would say; undefined unless all of it is here, and more than the one event that a reader compares with
     * its own: the rows of a former leader end in the past, and must not tell that nothing is new.
     */
    after(after: number, limit: number): { head: number; rows: R[] } | undefined {
      const first = numberOf(rows[0])
      const head = numberOf(rows.at(-1))
      if (!(first <= after + 1 && after + 1 < head)) return undefined
      const from = after + 1 - first
      return { head, rows: rows.slice(from, from + limit) }
    },
  }
}
