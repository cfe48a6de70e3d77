import type { CollectionPlan, Tx } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import type { SubtreeTotals } from './subtree-totals'

/** Progress: sequence numbers of the three feeds and, during the initial build, the last processed account id. */
export type Checkpoint = { told: number; credited: number; played: number; filledTo: string | null }
type SubtreeSums = Pick<SubtreeTotals, 'balance' | 'below'>
type CheckpointRow = Checkpoint & { _id: string }

export const subtreeTotalsPlans: readonly CollectionPlan[] = [
  {
    name: 'branches',
    validator: { $jsonSchema: { properties: { own: { bsonType: 'long' }, balance: { bsonType: 'long' } } } },
  },
  { name: 'branch_marks' },
]

const checkpointId = 'mark'

export function createSubtreeTotalsStore(db: Db) {
  const rows = db.collection<SubtreeTotals>('branches')
  const checkpoints = db.collection<CheckpointRow>('branch_marks')

  return {
    async findMany(ids: readonly string[]): Promise<Map<string, SubtreeTotals>> {
      // Sorted by id: twice as fast as unsorted on SecantusDB for thousands of rows.
      const found = await rows
        .find({ _id: { $in: [...ids] } }, { batchSize: 10_000 })
        .sort({ _id: 1 })
        .toArray()
      return new Map(found.map(row => [row._id, row]))
    },

    /** Totals of an inclusive id range; several times cheaper than reading thousands by id. */
    async figuresBetween(first: string, last: string): Promise<Map<string, SubtreeSums>> {
      const columns = { ids: { $push: '$_id' }, balances: { $push: '$balance' }, belows: { $push: '$below' } }
      const stages = [{ $match: { _id: { $gte: first, $lte: last } } }, { $group: { _id: null, ...columns } }]
      const [all] = await rows.aggregate<{ ids: string[]; balances: bigint[]; belows: number[] }>(stages).toArray()
      return new Map(all?.ids.map((id, at) => [id, { balance: all.balances[at] ?? 0n, below: all.belows[at] ?? 0 }]))
    },

    async checkpoint(): Promise<Checkpoint | undefined> {
      return (await checkpoints.findOne({ _id: checkpointId })) ?? undefined
    },

    /**
     * Writes rows and checkpoint with optimistic locking.
     * @throws Error if another process has written in between; the transaction must then be aborted
     */
    async write(
      changed: readonly SubtreeTotals[],
      before: Checkpoint | undefined,
      after: Checkpoint,
      tx: Tx,
    ): Promise<void> {
      const added = changed.filter(({ revision }) => revision === 1)
      const others = changed.filter(({ revision }) => revision > 1)
      if (added.length > 0) await rows.insertMany(added, { session: tx })
      const updates = others.map(({ _id, revision, ...fields }) => ({
        updateOne: { filter: { _id, revision: revision - 1 }, update: { $set: { ...fields, revision } } },
      }))
      const written = updates.length === 0 ? 0 : (await rows.bulkWrite(updates, { session: tx })).matchedCount
      if (written < updates.length) throw new Error('The branches were written by another process')
      await writeCheckpoint(before, after, tx)
    },

    /** Deletes all totals. They are rebuilt; until then, no totals are returned. */
    async clear(tx: Tx): Promise<void> {
      await checkpoints.deleteMany({}, { session: tx })
      await rows.deleteMany({}, { session: tx })
    },
  }

  async function writeCheckpoint(before: Checkpoint | undefined, after: Checkpoint, session: Tx) {
    const { told, credited, played, filledTo } = after
    const fields = { told, credited, played, filledTo }
    if (!before) {
      await checkpoints.insertOne({ _id: checkpointId, ...fields }, { session })
      return
    }
    const filter = {
      _id: checkpointId,
      told: before.told,
      credited: before.credited,
      played: before.played,
      filledTo: before.filledTo,
    }
    const { matchedCount } = await checkpoints.updateOne(filter, { $set: fields }, { session })
    if (matchedCount === 0) throw new Error('The branches were written by another process')
  }
}
