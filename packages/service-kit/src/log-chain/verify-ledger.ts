import type { Document } from 'mongodb'
import { type ChainRow, type LedgerSeal, nextSealHash, sealLeaf, unsealed } from './chain'
import { createRowVerification, type LedgerSources } from './sealed-rows'
import { createBooksVerification, type Transfer } from './verify-books'

const feeds = ['play', 'credit'] as const
const type = 'accounts.ledger.sealed.v1'

/** Compares the seals of the ledger with its transfers, and the transfers with the figures that follow from them. */
export function createLedgerVerification(sources: LedgerSources, fail: (text: string) => void) {
  const { accounts } = sources
  const outbox = accounts.collection<{ _id: string; type: string; seq: number; at: Date; data: LedgerSeal }>('outbox')
  let state = unsealed
  let transfers = 0
  /** svc-reports reads all seals again, and appends them again, after svc-accounts was restored. */
  const leaves = new Set<string>()
  const books = createBooksVerification(accounts, fail)
  const sealedRows = createRowVerification(sources, fail)

  async function verifyFeed(feed: (typeof feeds)[number], { [feed]: to }: LedgerSeal, at: string) {
    const field = `${feed}Seq`
    let { seq, hash } = state[feed]
    const rows = accounts.collection<Transfer>('transfers').find({ [field]: { $gt: seq, $lte: to.seq } })
    const from = seq + 1
    for await (const row of rows.sort({ [field]: 1 })) {
      hash = nextSealHash(hash, row)
      seq++
      transfers++
      await books.add(row)
      const number = Number((row as Document)[field])
      if (number === seq) continue
      fail(`Transfers ${seq} to ${number - 1} of the feed ${feed} were deleted.`)
      seq = number
    }
    if (seq < to.seq) fail(`Transfers ${seq + 1} to ${to.seq} of the feed ${feed} were deleted.`)
    else if (hash !== to.hash) fail(`One of the transfers ${from} to ${to.seq} of the feed ${feed} is not as at ${at}.`)
  }

  async function verifySeal(seal: LedgerSeal, at: Date) {
    for (const feed of feeds) await verifyFeed(feed, seal, at.toISOString())
    await sealedRows.add(seal.rows, at)
    state = seal
  }

  /** The chain may no longer have the first seals. Each continues the one before, so the others are proven by them. */
  async function verifyExpired(first: { seq: number; at: Date; data: LedgerSeal }) {
    for await (const { data, at } of outbox.find({ type, seq: { $lt: first.seq } }).sort({ seq: 1 }))
      await verifySeal(data, at)
    const previous = state === unsealed ? '' : sealLeaf(state)
    if (previous !== first.data.previous)
      fail(`A seal of the ledger before ${first.at.toISOString()} is not as it was.`)
  }

  return {
    async verify(rows: readonly ChainRow[]) {
      if (rows.length === 0) return
      const found = await outbox.find({ _id: { $in: rows.map(row => row.entryId) } }).toArray()
      const events = new Map(found.map(event => [event._id, event]))
      for (const { _id, entryId, entryAt, leaf } of rows) {
        if (leaves.has(leaf)) continue
        const event = events.get(entryId)
        if (!event || sealLeaf(event.data) !== leaf) {
          const at = entryAt.toISOString()
          fail(`Entry ${_id} (seal of the ledger ${entryId} of ${at}) was ${event ? 'changed' : 'deleted'}.`)
          continue
        }
        if (leaves.size === 0) await verifyExpired(event)
        leaves.add(leaf)
        await verifySeal(event.data, entryAt)
      }
    },

    /** Compares figures in one snapshot, with the transfers that are not sealed yet. */
    async finish() {
      await accounts.client.withSession(async session => {
        session.startTransaction({ readConcern: { level: 'snapshot' } })
        for (const feed of feeds) {
          const unsealedRows = { [`${feed}Seq`]: { $gt: state[feed].seq } }
          const rows = accounts.collection<Transfer>('transfers').find(unsealedRows, { session })
          for await (const row of rows) await books.add(row)
        }
        await books.finish(session)
        await sealedRows.finish(state.events, session)
        await session.commitTransaction()
      })
    },
    figures: () => ({ transfers }),
  }
}
