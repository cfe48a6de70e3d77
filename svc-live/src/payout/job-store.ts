import type { CorrectionFacts, PostedBy } from '@cascade/contracts/accounts'
import type { CollectionSpec, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { Offering } from '../catalog/offering'
import type { RecordRow } from '../records/record-store'
import { chunkSize } from '../records/ticket'

/** Who replaced a draw's result; named in the postings that follow. */
export type Correction = { by: PostedBy; facts: CorrectionFacts }

/** Payout of one version of a draw's result, chunk by chunk; resumable after a crash. */
export type PayoutJob = Offering & {
  /** `<drawId>|<resultVersion>`. */
  _id: string
  drawId: string
  resultVersion: number
  drawAt: Date
  gameVersion: number
  result: string
  booster: number
  /** Total win of the draw, in hundredths. */
  payout: bigint
  correction?: Correction
  chunks: number
  next: number
  state: 'open' | 'done'
  at: Date
}

export const payoutJobCollections: readonly CollectionSpec[] = [
  { name: 'settlements', indexes: [{ key: { state: 1 } }, { key: { drawId: 1 } }] },
]

export function createPayoutJobStore(db: Db) {
  const rows: Collection<PayoutJob> = db.collection('settlements')
  return {
    find: (jobId: string) => rows.findOne({ _id: jobId }),

    async listOpen(tx?: Tx): Promise<PayoutJob[]> {
      const found = await rows.find({ state: 'open' }, { session: tx }).toArray()
      return found.sort((a, b) => a.drawAt.getTime() - b.drawAt.getTime())
    },

    async findOldestAt(): Promise<Date | undefined> {
      const found = await rows.find({ state: 'open' }, { projection: { at: 1 } }).toArray()
      return found.map(({ at }) => at).sort((a, b) => a.getTime() - b.getTime())[0]
    },

    insert: (jobs: readonly PayoutJob[], tx: Tx) => rows.insertMany([...jobs], { session: tx }),

    findByDraw: (drawId: string, tx?: Tx) => rows.find({ drawId }, { session: tx }).toArray(),

    /**
     * Moves the job from its current chunk to `next`.
     * @throws Error when another instance has settled them meanwhile
     */
    async advance({ _id, next: from, chunks }: PayoutJob, next: number, tx: Tx): Promise<void> {
      const state = next === chunks ? ('done' as const) : ('open' as const)
      const result = await rows.updateOne(
        { _id, next: from, state: 'open' },
        { $set: { next, state } },
        { session: tx },
      )
      if (result.matchedCount !== 1) throw new Error(`chunk ${from} of ${_id} already settled`)
    },
  }
}

export function createPayoutJob(row: RecordRow, at: Date): PayoutJob {
  const { drawId, adminId, gameId, resultVersion, gameVersion, result, booster, payout } = row.sealed.record
  return {
    _id: row._id,
    drawId,
    adminId,
    gameId,
    resultVersion,
    drawAt: row.drawAt,
    gameVersion,
    result,
    booster: booster.value,
    payout: BigInt(payout),
    chunks: Math.ceil(row.tickets / chunkSize),
    next: 0,
    state: 'open',
    at,
  }
}
