import type { CorrectionFacts, PostedBy } from '@cascade/contracts/accounts'
import type { CollectionSpec, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { Offering } from '../catalog/offering'
import type { RecordRow } from '../records/record-store'
import { chunkSize } from '../records/ticket'

/** Who replaced a draw's result; named in the postings that follow. */
export type Correction = { by: PostedBy; facts: CorrectionFacts }

/** Payout of one version of a draw's result, chunk by chunk; resumable after a crash. */
export type PayoutRun = Offering & {
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

export const payoutRunCollections: readonly CollectionSpec[] = [
  { name: 'settlements', indexes: [{ key: { state: 1 } }, { key: { drawId: 1 } }] },
]

export function createPayoutRunStore(db: Db) {
  const rows: Collection<PayoutRun> = db.collection('settlements')
  return {
    find: (runId: string) => rows.findOne({ _id: runId }),

    async listOpen(tx?: Tx): Promise<PayoutRun[]> {
      const found = await rows.find({ state: 'open' }, { session: tx }).toArray()
      return found.sort((a, b) => a.drawAt.getTime() - b.drawAt.getTime())
    },

    async findOldestAt(): Promise<Date | undefined> {
      const found = await rows.find({ state: 'open' }, { projection: { at: 1 } }).toArray()
      return found.map(({ at }) => at).sort((a, b) => a.getTime() - b.getTime())[0]
    },

    insert: (runs: readonly PayoutRun[], tx: Tx) => rows.insertMany([...runs], { session: tx }),

    findByDraw: (drawId: string, tx?: Tx) => rows.find({ drawId }, { session: tx }).toArray(),

    /**
     * Moves the run from its current chunk to `next`.
     * @throws Error when another instance has settled them meanwhile
     */
    async advance({ _id, next: from, chunks }: PayoutRun, next: number, tx: Tx): Promise<void> {
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

export function createPayoutRun(row: RecordRow, at: Date): PayoutRun {
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
