import type { DrawRecord, LastResult, PendingResult } from '@cascade/contracts/live'
import type { CollectionPlan, Tx } from '@cascade/service-kit'
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb'
import { type Pair, pairKey } from '../draws/draw-id'

/** Results that the strip shows. */
const lastResults = 5

/** Where the draws of a pair stand: what the next record follows. */
export type ChainRow = Pair & {
  _id: string
  /** Number and hash of the last record; 0 and null before the first. */
  sequence: number
  previous: string | null
  /** Draws since the booster was last 2 by itself. */
  counter: number
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
  ...{ adminId: pair.adminId, gameId: pair.gameId },
  ...{ sequence: 0, previous: null, counter: 0, lastDrawAtMs: 0, results: [], pending: [] },
})

/** A pair's chain with one more record at its end. */
export function chainAfter(chain: ChainRow, record: DrawRecord, hash: string): ChainRow {
  const { drawId, drawAt, result, booster, resultVersion, sequence } = record
  const shown: LastResult = { drawno: result, booster: booster.value, drawId, drawAt }
  const isCorrection = resultVersion > 1
  const results = isCorrection
    ? chain.results.map(each => (each.drawId === drawId ? shown : each))
    : [shown, ...chain.results].slice(0, lastResults)
  return {
    ...chain,
    ...{ sequence, previous: hash, counter: booster.nextCounter, results },
    lastDrawAtMs: Math.max(chain.lastDrawAtMs, Date.parse(drawAt)),
    pending: chain.pending.filter(each => each.drawId !== drawId),
  }
}

export function createChainStore(db: Db) {
  const rows: Collection<ChainRow> = db.collection('chains')
  return {
    /** One for each pair, in their order; those that have no record yet are empty. */
    async read(pairs: readonly Pair[], tx?: Tx): Promise<ChainRow[]> {
      const found = await rows.find({ _id: { $in: pairs.map(pairKey) } }, { session: tx }).toArray()
      const byId = new Map(found.map(chain => [chain._id, chain]))
      return pairs.map(pair => byId.get(pairKey(pair)) ?? emptyChain(pair))
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
