import type { Db } from 'mongodb'
import { entriesOf, entryIdOf, walletsOf } from './collections'

/** Wallets that are halved together: one query for each step of all of them. */
const largestGroup = 1_000

type Search = { walletId: string; low: bigint; high: bigint }

/**
 * What wallets held at a moment, in hundredths: what the last entry until then left. Entries are numbered without a gap
 * and their times never fall, so the entry is found by halving, for all wallets at once; one that has not changed since
 * is not looked into. Ids without a wallet are left out.
 */
export async function readBalancesAt(db: Db, walletIds: readonly string[], at: Date): Promise<Map<string, bigint>> {
  const found = new Map<string, bigint>()
  for (let from = 0; from < walletIds.length; from += largestGroup) {
    await readGroup(db, walletIds.slice(from, from + largestGroup), { at, found })
  }
  return found
}

async function readGroup(
  db: Db,
  walletIds: readonly string[],
  { at, found }: { at: Date; found: Map<string, bigint> },
): Promise<void> {
  const wallets = await walletsOf(db)
    .find({ _id: { $in: [...walletIds] } }, { batchSize: largestGroup })
    .toArray()
  let open: Search[] = []
  for (const { _id: walletId, balance, seq, updatedAt } of wallets) {
    found.set(walletId, updatedAt <= at ? balance : 0n)
    if (updatedAt > at && seq > 0n) open.push({ walletId, low: 0n, high: seq })
  }
  // `low` entries are known to be old enough, and `found` holds what the last of them left.
  while (open.length > 0) {
    const middles = new Map(open.map(search => [entryIdOf(search.walletId, middleOf(search)), search]))
    const entries = await entriesOf(db)
      .find({ _id: { $in: [...middles.keys()] } }, { batchSize: largestGroup })
      .project<{ _id: string; balAfter: bigint; createdAt: Date }>({ balAfter: 1, createdAt: 1 })
      .toArray()
    const read = new Map(entries.map(entry => [entry._id, entry]))
    for (const [entryId, search] of middles) {
      const entry = read.get(entryId)
      if (entry && entry.createdAt <= at) {
        search.low = middleOf(search)
        found.set(search.walletId, entry.balAfter)
      } else search.high = middleOf(search) - 1n
    }
    open = open.filter(({ low, high }) => low < high)
  }
}

const middleOf = ({ low, high }: Search) => (low + high + 1n) / 2n
