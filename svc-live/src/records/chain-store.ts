import type { AddedResult, DrawRecord, LastResult, PendingResult } from '@cascade/contracts/live'
import type { CollectionPlan, Tx } from '@cascade/service-kit'
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb'
import type { z } from 'zod'
import type { AppliedVersions } from '../catalog/change-store'
import { type Offering, offeringKey } from '../catalog/offering'

/** Results that the strip shows. */
const lastResultsMax = 5

/** Where the draws of an offering stand: what the next record follows. */
export type ChainRow = Offering & {
  _id: string
  /** Number and hash of the last record; 0 and null before the first. */
  sequence: number
  previous: string | null
  /** What its draws have won so far, by their first results, in hundredths. */
  paidOut: bigint
  /** What of its changes the records have seen; absent before the first. */
  seen?: AppliedVersions
  /** Moment of the last draw that was drawn, in ms since 1970. */
  lastDrawAtMs: number
  /** Newest first. */
  results: LastResult[]
  /** What an operator chose for a draw that is not drawn yet; at most one for the open draw and one for the next. */
  pending: PendingResult[]
}

export const chainPlans: readonly CollectionPlan[] = [{ name: 'chains' }]

const createEmptyChain = (offering: Offering): ChainRow => ({
  _id: offeringKey(offering),
  adminId: offering.adminId,
  gameId: offering.gameId,
  sequence: 0,
  previous: null,
  paidOut: 0n,
  lastDrawAtMs: 0,
  results: [],
  pending: [],
})

/** An offering's chain with one more record at its end. */
export function appendToChain(chain: ChainRow, record: DrawRecord, hash: string): ChainRow {
  const { drawId, drawAt, result, booster, resultVersion, sequence, payout } = record
  const newest: LastResult = { drawno: result, booster: booster.value, drawId, drawAt, number: sequence }
  const isCorrection = resultVersion > 1
  const results = isCorrection
    ? chain.results.map(each => (each.drawId === drawId ? { ...each, drawno: result, booster: booster.value } : each))
    : [newest, ...chain.results].slice(0, lastResultsMax)
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
    /** One for each offering, in their order; those that have no record yet are empty. */
    async read(offerings: readonly Offering[], tx?: Tx): Promise<ChainRow[]> {
      const found = await rows.find({ _id: { $in: offerings.map(offeringKey) } }, { session: tx }).toArray()
      const byId = new Map(found.map(chain => [chain._id, chain]))
      return offerings.map(offering => ({ ...createEmptyChain(offering), ...byId.get(offeringKey(offering)) }))
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
