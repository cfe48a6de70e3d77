import type { AddedResult, DrawRecord, DrawRow, LastResult, PendingResult } from '@cascade/contracts/live'
import type { CollectionSpec, Tx } from '@cascade/service-kit'
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb'
import type { z } from 'zod'
import type { AppliedVersions } from '../catalog/change-store'
import { type Offering, offeringKey } from '../catalog/offering'

const lastResultsMax = 5

export type ChainRow = Offering & {
  _id: string
  /** Number and hash of the last record; 0 and null before the first. */
  sequence: number
  previous: string | null
  /** Sum of all wins by first results, in hundredths. */
  paidOut: bigint
  /** Versions that the last record has applied; absent before the first. */
  seen?: AppliedVersions
  lastDrawAtMs: number
  results: LastResult[]
  /** Manual results of draws that are not drawn yet: at most one for the open draw and one for the next. */
  pending: PendingResult[]
}

export const chainCollections: readonly CollectionSpec[] = [{ name: 'chains' }]

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

/** Keys of saved and of corrected results. */
export const resultKeysName = 'result_keys'
export type Correction = { corrected: z.input<typeof DrawRow> }
export type SavedResult = { saved: z.input<typeof AddedResult> }

export function createChainStore(db: Db) {
  const rows: Collection<ChainRow> = db.collection('chains')
  return {
    /** One per offering, in order; empty where there is no record yet. */
    async read(offerings: readonly Offering[], tx?: Tx): Promise<ChainRow[]> {
      const found = await rows.find({ _id: { $in: offerings.map(offeringKey) } }, { session: tx }).toArray()
      const byId = new Map(found.map(chain => [chain._id, chain]))
      return offerings.map(offering => ({ ...createEmptyChain(offering), ...byId.get(offeringKey(offering)) }))
    },

    /** A concurrent change of the same chain aborts the transaction. */
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
