import type { Snapshot } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { type ChangedWin, type ExternalRow, type PlayRow, ticketWinsOf } from '../store/collections'
import { findDifferences } from './verify-issued'

/** Tickets of the rows that were read, with their figures after the last of them, until the stored ones were equal. */
export type OpenWins = Map<string, { won: bigint; claimed: bigint }>

const ticketsPerRead = 1_000
const winsPrefix = 'wins:'

/** Follows the tickets that a posting has changed; their changes add up to that of the wins account. */
export function followWins({ _id, postings, play }: PlayRow, wins: OpenWins): string[] {
  const moved = postings.reduce((total, { w, amount }) => (w.startsWith(winsPrefix) ? total + amount : total), 0n)
  if (play.wins === undefined) {
    // A posting of 1.0.0 does not name its tickets: the figures of any may have changed.
    if (moved !== 0n) wins.clear()
    return []
  }
  let sum = 0n
  for (const [ticketId, change, won, claimed] of JSON.parse(play.wins) as ChangedWin[]) {
    sum += BigInt(change)
    wins.set(ticketId, { won: BigInt(won), claimed: BigInt(claimed) })
  }
  return sum === moved ? [] : [`transfer ${_id} changes its tickets by ${sum}, their wins account by ${moved}`]
}

/** Removes the tickets whose stored figures are equal; others may have a later posting. */
export async function compareWins(db: Db, wins: OpenWins, at?: Snapshot): Promise<void> {
  const ids = [...wins.keys()]
  for (let from = 0; from < ids.length; from += ticketsPerRead) {
    const filter = { _id: { $in: ids.slice(from, from + ticketsPerRead) } }
    const rows = ticketWinsOf(db).find(filter, { batchSize: ticketsPerRead, ...at })
    for (const { _id, won, claimed } of await rows.toArray()) {
      const followed = wins.get(_id)
      if (followed?.won === won && followed.claimed === claimed) wins.delete(_id)
    }
  }
}

export const winFaults = (wins: OpenWins): string[] =>
  [...wins].map(([id, { won, claimed }]) => `ticket ${id} has other figures than won ${won}, claimed ${claimed}`)

/** Checks that what all tickets are still owed is in their wins accounts; reads every ticket that ever won. */
export async function findWinSumFaults(db: Db, externals: readonly ExternalRow[], at: Snapshot): Promise<string[]> {
  const $group = { _id: '$winsId', won: { $sum: '$won' }, claimed: { $sum: '$claimed' } }
  const sums = await ticketWinsOf(db)
    .aggregate<Record<'won' | 'claimed', bigint | number> & { _id: string }>([{ $group }], at)
    .toArray()
  const owedBy = new Map(sums.map(({ _id, won, claimed }) => [_id, BigInt(won) - BigInt(claimed)]))
  const held = new Map(externals.flatMap(({ _id, balance }) => (_id.startsWith(winsPrefix) ? [[_id, balance]] : [])))
  const differing = findDifferences(held, owedBy)
  return differing.map(([id, balance, owed]) => `${id} holds ${balance}, its tickets are owed ${owed}`)
}
