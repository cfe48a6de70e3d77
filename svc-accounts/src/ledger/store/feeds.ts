import type { AnyEvent } from '@cascade/contracts'
import { type PostedBy, playEvents, TransferRecorded } from '@cascade/contracts/accounts'
import type { Db } from 'mongodb'
import { isExternal } from '../ids'
import {
  fencingTokenOf,
  isPlayRow,
  type PlayRow,
  type Posting,
  playRowsOf,
  type TransferRow,
  type TreePosition,
  transfersOf,
} from './collections'

async function readHead(db: Db, feed: 'creditHead' | 'playHead'): Promise<number> {
  const token = await fencingTokenOf(db).findOne({ _id: 'writer' }, { maxTimeMS: 5_000 })
  return Number(token?.[feed] ?? 0)
}

async function readCreditFeed(db: Db, after: number, limit: number): Promise<{ head: number; events: AnyEvent[] }> {
  const head = await readHead(db, 'creditHead')
  if (head <= after) return { head, events: [] }
  const rows = await transfersOf(db)
    .find({ creditSeq: { $gt: BigInt(after), $lte: BigInt(after + limit) } }, { maxTimeMS: 5_000 })
    .sort({ creditSeq: 1 })
    .toArray()
  // Rows may have been committed after the head was read.
  return { head: Math.max(head, Number(rows.at(-1)?.creditSeq ?? 0)), events: rows.map(toCreditEvent) }
}

function toCreditEvent(row: TransferRow): AnyEvent {
  const { actor, correlationId, createdAt, creditSeq, kind, note, bizDate } = row
  const [debited, credited] = row.postings
  const [from, to] = row.places
  const data: TransferRecorded['data'] = {
    transferId: row._id,
    kind,
    amount: String(row.amount),
    note,
    bizDate,
    source: legOf(debited, from),
    destination: legOf(credited, to),
    sourceBalance: balanceText(debited),
    destinationBalance: balanceText(credited),
    ...(row.reverses && { reverses: { ...row.reverses, at: row.reverses.at.toISOString() } }),
    ...(row.call && { call: row.call }),
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

const legOf = ({ w, username }: Posting, { role, ancestry }: TreePosition) => ({
  walletId: w,
  username,
  role,
  ancestry,
})

const balanceText = ({ w, balAfter }: Posting) => (isExternal(w) ? null : String(balAfter))

async function readPlayFeed(db: Db, after: number, limit: number): Promise<{ head: number; events: AnyEvent[] }> {
  const head = await readHead(db, 'playHead')
  if (head <= after) return { head, events: [] }
  const rows = await playRowsOf(db)
    .find({ playSeq: { $gt: BigInt(after), $lte: BigInt(after + limit) } }, { maxTimeMS: 5_000 })
    .sort({ playSeq: 1 })
    .toArray()
  return { head: Math.max(head, Number(rows.at(-1)?.playSeq ?? 0)), events: rows.map(toPlayEvent) }
}

export function toPlayEvent(row: PlayRow): AnyEvent {
  return {
    id: row._id,
    ...toEventContent(row),
    at: row.createdAt.toISOString(),
    actor: row.actor,
    correlationId: row.correlationId,
    causationId: null,
    seq: Number(row.playSeq),
    ...(row.traceparent && { traceparent: row.traceparent }),
  }
}

function toEventContent(row: PlayRow): Pick<AnyEvent, 'type' | 'data'> {
  const { kind, adminId, gameId, change, gateVersion, player, playerBalance, heir, drawId, type, details, salt } =
    row.play
  const { call } = row
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
  const own = { player, amount, playerBalance: String(playerBalance ?? 0n), details: parseDetails(details) }
  switch (kind) {
    case 'stake':
      return {
        type: playEvents.stakeBooked.shape.type.value,
        data: { ...posting, ticketId: row._id, ...own, gateVersion, ...(salt && { salt }), ...(call && { call }) },
      }
    case 'claim':
      return { type: playEvents.claimBooked.shape.type.value, data: { ...posting, ...own, ...(heir && { heir }) } }
    case 'void':
      return {
        type: playEvents.voidBooked.shape.type.value,
        data: { ...posting, ...own, ...(heir && { heir }), salt },
      }
    case 'recover':
      return { type: playEvents.recoveryBooked.shape.type.value, data: { ...posting, ...own } }
    case 'settle':
      return {
        type: playEvents.settlementBooked.shape.type.value,
        data: { ...posting, amount, details: parseDetails(details) },
      }
    case 'pool':
      return { type: playEvents.poolChanged.shape.type.value, data: { ...posting, type, amount } }
    case 'closeGate':
      return {
        type: playEvents.gateClosed.shape.type.value,
        data: {
          adminId,
          gameId,
          drawId,
          gateVersion,
          poolBalance: posting.poolBalance,
          details: parseDetails(details),
        },
      }
  }
}

const parseDetails = (details: unknown): unknown => (typeof details === 'string' ? JSON.parse(details) : null)

/** The feeds of the ledger. Consumers mostly read what was just committed: served from memory, else from the database. */
export function createLedgerFeeds(db: Db) {
  const credit = createFeedTail<TransferRow>(({ creditSeq }) => creditSeq)
  const play = createFeedTail<PlayRow>(({ playSeq }) => playSeq)

  return {
    committed(rows: readonly (TransferRow | PlayRow)[]) {
      credit.add(rows.filter((row): row is TransferRow => !isPlayRow(row)))
      play.add(rows.filter(isPlayRow))
    },

    async credit(after: number, limit: number) {
      const cached = credit.after(after, limit)
      return cached ? { head: cached.head, events: cached.rows.map(toCreditEvent) } : readCreditFeed(db, after, limit)
    },

    async play(after: number, limit: number) {
      const cached = play.after(after, limit)
      return cached ? { head: cached.head, events: cached.rows.map(toPlayEvent) } : readPlayFeed(db, after, limit)
    },
  }
}
export type LedgerFeeds = ReturnType<typeof createLedgerFeeds>

/** Cached rows: between this many and twice as many. Consumers lag a few hundred rows under load. */
const rowsMin = 1_000

/** Tail of a gapless feed: the newest consecutive rows committed by this process. */
export function createFeedTail<R>(seqOf: (row: R) => bigint) {
  let rows: R[] = []
  const numberOf = (row: R | undefined) => (row === undefined ? Number.NaN : Number(seqOf(row)))

  return {
    add(fresh: readonly R[]) {
      if (fresh.length === 0) return
      // A gap: another writer has committed in between, or a commit here had an unknown outcome.
      if (numberOf(fresh[0]) !== numberOf(rows.at(-1)) + 1) rows = []
      rows = rows.concat(fresh)
      if (rows.length > 2 * rowsMin) rows = rows.slice(-rowsMin)
    },

    /**
     * Same result as a read from the database, or undefined on a cache miss. It is a miss unless at least two rows follow
     * `after`: the cache of a former leader ends in the past and must not report that nothing is new.
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
