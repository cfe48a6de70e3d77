import type { AddedResult, DrawRecord, LastResult, PendingResult } from '@cascade/contracts/live'
import type { CollectionPlan, Tx } from '@cascade/service-kit'
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb'
import type { z } from 'zod'
import type { Seen } from '../catalog/change-store'
import { type Pair, pairKey } from '../catalog/offering'

/** Results that the strip shows. */
const lastResults = 5

/** Where the draws of a pair stand: what the next record follows. */
export type ChainRow = Pair & {
  _id: string
  /** Number and hash of the last record; 0 and null before the first. */
  sequence: number
  previous: string | null
  /** What its draws have won so far, by their first results, in hundredths. */
  paidOut: bigint
  /** What of its changes the records have seen; absent before the first. */
  seen?: Seen
  /** Moment of the last draw that was drawn, in ms since 1970. */
  lastDrawAtMs: number
  /** Newest first. */
  results: LastResult[]
  /** What an operator chose for a draw that is not drawn yet; at most one for the open draw and one for the next. */
  pending: PendingResult[]
}

export const chainPlans: readonly CollectionPlan[] = [{ name: 'chains' }]

const emptyChain = (pair: Pair): ChainRow => ({
  _id: pairKey(pair),
  adminId: pair.adminId,
  gameId: pair.gameId,
  sequence: 0,
  previous: null,
  paidOut: 0n,
  lastDrawAtMs: 0,
  results: [],
  pending: [],
})

/** A pair's chain with one more record at its end. */
export function chainAfter(chain: ChainRow, record: DrawRecord, hash: string): ChainRow {
  const { drawId, drawAt, result, booster, resultVersion, sequence, payout } = record
  const shown: LastResult = { drawno: result, booster: booster.value, drawId, drawAt, number: sequence }
  const isCorrection = resultVersion > 1
  const results = isCorrection
    ? chain.results.map(each => (each.drawId === drawId ? { ...each, drawno: result, booster: booster.value } : each))
    : [shown, ...chain.results].slice(0, lastResults)
  return {
    ...chain,
    sequence,
    previous: hash,
    results,
    paidOut: chain.paidOut + (isCorrection ? 0n : BigInt(payout)),
    lastDrawAtMs: Math.max(chain.lastDrawAtMs, Date.parse(drawAt)),
    pending: chain.pending.filter(each => each.drawId !== drawId),
  }
}

/** What an `Idempotency-Key` has saved. */
export type SavedResult = { saved: z.input<typeof AddedResult> }

export type ChainStore = ReturnType<typeof createChainStore>

export function createChainStore(db: Db) {
  const rows: Collection<ChainRow> = db.collection('chains')
  return {
    /** One for each pair, in their order; those that have no record yet are empty. */
    async read(pairs: readonly Pair[], tx?: Tx): Promise<ChainRow[]> {
      const found = await rows.find({ _id: { $in: pairs.map(pairKey) } }, { session: tx }).toArray()
      const byId = new Map(found.map(chain => [chain._id, chain]))
      return pairs.map(pair => ({ ...emptyChain(pair), ...byId.get(pairKey(pair)) }))
    },

    /** Writes chains as they are after `tx`; a change of the same chain in the meantime makes the transaction fail. */
    async write(chains: readonly ChainRow[], tx: Tx): Promise<void> {
      const writes = chains.map(
        ({ _id, ...chain }): AnyBulkWriteOperation<ChainRow> => ({
          replaceOne: { filter: { _id }, replacement: chain, upsert: true },
        }),
      )
      if (writes.length > 0) await rows.bulkWrite(writes, { session: tx, ordered: false })
    },
  }
}
