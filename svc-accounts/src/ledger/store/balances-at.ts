import type { Db } from 'mongodb'
import { entriesOf, entryIdOf, walletsOf } from './collections'

/** Wallets per binary search; each step is one query for all of them. */
const groupSizeMax = 1_000

type Search = { walletId: string; low: bigint; high: bigint }

/**
 * Balances at a past moment, in hundredths. Entries are gapless and ordered by time, so the last entry before the moment
 * is found by a binary search, for all wallets at once; wallets without a later change need none. Omits ids without a
 * wallet.
 */
export async function readBalancesAt(db: Db, walletIds: readonly string[], at: Date): Promise<Map<string, bigint>> {
  const found = new Map<string, bigint>()
  for (let from = 0; from < walletIds.length; from += groupSizeMax) {
    await readGroup(db, walletIds.slice(from, from + groupSizeMax), { at, found })
  }
  return found
}

async function readGroup(
  db: Db,
  walletIds: readonly string[],
  { at, found }: { at: Date; found: Map<string, bigint> },
): Promise<void> {
  const wallets = await walletsOf(db)
    .find({ _id: { $in: [...walletIds] } }, { batchSize: groupSizeMax })
    .toArray()
  let open: Search[] = []
  for (const { _id: walletId, balance, seq, updatedAt } of wallets) {
    found.set(walletId, updatedAt <= at ? balance : 0n)
    if (updatedAt > at && seq > 0n) open.push({ walletId, low: 0n, high: seq })
  }
  // Invariant: the first `low` entries are old enough, and `found` has the balance after the last of them.
  while (open.length > 0) {
    const middles = new Map(open.map(search => [entryIdOf(search.walletId, middleOf(search)), search]))
    const entries = await entriesOf(db)
      .find({ _id: { $in: [...middles.keys()] } }, { batchSize: groupSizeMax })
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
