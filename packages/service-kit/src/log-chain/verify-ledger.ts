import type { Db } from 'mongodb'
import { type ChainRow, type LedgerSeal, nextSealHash, sealLeaf, unsealed } from './chain'

const feeds = ['play', 'credit'] as const

/** Compares the seals of the ledger with its transfers. */
export function createLedgerVerification(accounts: Db, fail: (text: string) => void) {
  let state: LedgerSeal | undefined
  let transfers = 0
  /** svc-reports reads all seals again, and appends them again, after svc-accounts was restored. */
  const leaves = new Set<string>()

  async function verifyFeed(feed: (typeof feeds)[number], before: LedgerSeal, { [feed]: to }: LedgerSeal, at: string) {
    const field = `${feed}Seq`
    let { seq, hash } = before[feed]
    const rows = accounts.collection('transfers').find({ [field]: { $gt: seq, $lte: to.seq } })
    const from = seq + 1
    for await (const row of rows.sort({ [field]: 1 })) {
      hash = nextSealHash(hash, row)
      seq++
      transfers++
      if (Number(row[field]) === seq) continue
      fail(`Transfers ${seq} to ${Number(row[field]) - 1} of the feed ${feed} were deleted.`)
      seq = Number(row[field])
    }
    if (seq < to.seq) fail(`Transfers ${seq + 1} to ${to.seq} of the feed ${feed} were deleted.`)
    else if (hash !== to.hash) fail(`One of the transfers ${from} to ${to.seq} of the feed ${feed} is not as at ${at}.`)
  }

  return {
    /** @param isWhole whether the chain begins with its first entry; otherwise the first seal is taken as it is */
    async verify(rows: readonly ChainRow[], { isWhole }: { isWhole: boolean }) {
      if (rows.length === 0) return
      const found = await accounts
        .collection<{ _id: string; data: LedgerSeal }>('outbox')
        .find({ _id: { $in: rows.map(row => row.entryId) } })
        .toArray()
      const seals = new Map(found.map(({ _id, data }) => [_id, data]))
      for (const { _id, entryId, entryAt, leaf } of rows) {
        if (leaves.has(leaf)) continue
        leaves.add(leaf)
        const at = entryAt.toISOString()
        const seal = seals.get(entryId)
        if (!seal || sealLeaf(seal) !== leaf) {
          fail(`Entry ${_id} (seal of the ledger ${entryId} of ${at}) was ${seal ? 'changed' : 'deleted'}.`)
          continue
        }
        const before = state ?? (isWhole ? unsealed : seal)
        for (const feed of feeds) await verifyFeed(feed, before, seal, at)
        state = seal
      }
    },
    figures: () => ({ transfers }),
  }
}
