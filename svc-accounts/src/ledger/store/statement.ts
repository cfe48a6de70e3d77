import { CorrectionFacts } from '@cascade/contracts/accounts'
import type { Db } from 'mongodb'
import { z } from 'zod'
import type { StatementEntry, StatementPage, StatementQuery } from '../booked-transfer'
import { gameOf } from '../ids'
import {
  type EntryRow,
  entriesOf,
  entryIdOf,
  isPlayRow,
  type PlayRow,
  seqOfEntry,
  type TransferRow,
  transfersOf,
  walletsOf,
} from './collections'
import { findReversals, linksOf } from './reversals'

/** Entries per read of a search, and in all: some 40 short reads, whatever the length of the history. */
const searchBatch = 500n
const searchedMax = 10_000n

const noActor = { id: '', username: '', role: '' }

/**
 * One page of a wallet's entries, newest first. Entries are gapless and ordered by time, so a date is found by a binary
 * search and a page is one short range: the cost does not depend on the length of the history.
 */
export async function readStatement(
  db: Db,
  walletId: string,
  { from, to, page, size, matches }: StatementQuery,
): Promise<StatementPage> {
  const newest = (await walletsOf(db).findOne({ _id: walletId }))?.seq ?? 0n
  const before = from ? await lastBefore(from, newest) : 0n
  const upTo = to ? await lastBefore(new Date(to.getTime() + 1), newest) : newest
  const total = upTo > before ? Number(upTo - before) : 0
  if (matches) return search(matches)
  const last = upTo - BigInt((page - 1) * size)
  const first = last - BigInt(size) > before ? last - BigInt(size) : before
  if (last <= first) return { rows: [], total }
  return { rows: await readBetween(first, last), total }

  async function search(matching: NonNullable<StatementQuery['matches']>): Promise<StatementPage> {
    const oldest = BigInt(total) > searchedMax ? upTo - searchedMax : before
    const found: StatementEntry[] = []
    for (let last = upTo; last > oldest; last -= searchBatch) {
      const rows = await readBetween(last - searchBatch > oldest ? last - searchBatch : oldest, last)
      const isFound = await matching(rows)
      found.push(...rows.filter((_, at) => isFound[at]))
    }
    const searched = oldest > before ? { searched: { rows: Number(upTo - oldest), of: total } } : {}
    return { rows: found.slice((page - 1) * size, page * size), total: found.length, ...searched }
  }

  /** Entries after the number `first` up to `last`, newest first. */
  async function readBetween(first: bigint, last: bigint): Promise<StatementEntry[]> {
    const entries = await entriesOf(db)
      .find({ _id: { $gt: entryIdOf(walletId, first), $lte: entryIdOf(walletId, last) } })
      .toArray()
    return withTransfers(entries)
  }

  /** Number of the last entry older than `at`; 0 if there is none. */
  async function lastBefore(at: Date, highest: bigint): Promise<bigint> {
    let low = 0n
    let high = highest
    while (low < high) {
      const middle = (low + high + 1n) / 2n
      const entry = await entriesOf(db).findOne({ _id: entryIdOf(walletId, middle) }, { projection: { createdAt: 1 } })
      if (entry && entry.createdAt < at) low = middle
      else high = middle - 1n
    }
    return low
  }

  async function withTransfers(entries: readonly EntryRow[]): Promise<StatementEntry[]> {
    const ids = entries.map(entry => entry.t)
    const transfers = new Map<string, TransferRow | PlayRow>()
    for (const row of await transfersOf(db)
      .find({ _id: { $in: ids } })
      .toArray()) {
      transfers.set(row._id, row)
    }
    const reversals = await findReversals(db, ids)
    return entries
      .map(({ _id, t, kind, amount, balAfter, createdAt }) => {
        const transfer = transfers.get(t)
        const other = transfer?.postings.find(posting => posting.w !== walletId)
        const counterparty = other?.username ?? ''
        const seq = Number(seqOfEntry(_id))
        return {
          transferId: t,
          seq,
          kind,
          counterparty,
          gameId: other && gameOf(other.w),
          amount,
          balance: balAfter,
          note: transfer?.note ?? '',
          by: transfer?.actor ?? noActor,
          createdAt,
          ...(transfer && isPlayRow(transfer) ? readCause(transfer) : {}),
          ...(transfer && linksOf(transfer, reversals)),
        }
      })
      .sort((a, b) => b.seq - a.seq)
  }
}

/** The fields of posting details that link an entry to its draw or tickets; each kind has some of them. */
const Cause = z
  .object({
    draw: z.string(),
    ticket: z.string(),
    tickets: z.array(z.tuple([z.string(), z.unknown()])),
    correction: CorrectionFacts,
  })
  .partial()

function readCause({ _id, play: { kind, player, heir, details = '{}' } }: PlayRow) {
  const { data = {} } = Cause.safeParse(JSON.parse(details))
  const { draw, ticket, tickets, correction } = data
  const drawId = draw ?? correction?.drawId
  const paid = tickets?.flatMap(([id, amount]) => (amount === '0' ? [] : [id]))
  const ticketIds = kind === 'stake' ? [_id] : (paid ?? (ticket === undefined ? [] : [ticket]))
  return {
    ...(drawId === undefined ? {} : { drawId }),
    ...(ticketIds.length > 0 ? { ticketIds } : {}),
    ...(correction ? { correction } : {}),
    ...(heir && player ? { player: { accountId: player.id, username: player.username } } : {}),
  }
}
