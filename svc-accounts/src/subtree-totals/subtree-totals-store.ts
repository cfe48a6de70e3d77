import type { CollectionSpec, Tx } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import type { SubtreeTotals } from './subtree-totals'

/** Progress: sequence numbers of the three feeds and, during the initial build, the last processed account id. */
export type Checkpoint = { changed: number; credited: number; played: number; filledTo: string | null }
/** Fields of an account that its lists are ordered, filtered and summed by. */
type ListFields = { _id: string; points: bigint; branchPoints: bigint; below: number }
/** Stores `changed` as `told`. */
type CheckpointRow = Omit<Checkpoint, 'changed'> & { _id: string; told: number }

export const subtreeTotalsCollections: readonly CollectionSpec[] = [
  {
    name: 'branches',
    validator: { $jsonSchema: { properties: { own: { bsonType: 'long' }, balance: { bsonType: 'long' } } } },
  },
  { name: 'branch_marks' },
]

const checkpointId = 'mark'

const toAccountUpdate = ({ _id, own, balance, below }: SubtreeTotals) => ({
  updateOne: { filter: { _id }, update: { $set: { points: own, branchPoints: balance, below } } },
})

const toFields = ({ changed: told, ...others }: Checkpoint) => ({ told, ...others })

export function createSubtreeTotalsStore(db: Db) {
  const rows = db.collection<SubtreeTotals>('branches')
  const checkpoints = db.collection<CheckpointRow>('branch_marks')
  const accounts = db.collection<ListFields>('accounts')

  return {
    async findMany(ids: readonly string[]): Promise<Map<string, SubtreeTotals>> {
      // Sorted by id: twice as fast as unsorted on SecantusDB for thousands of rows.
      const found = await rows
        .find({ _id: { $in: [...ids] } }, { batchSize: 10_000 })
        .sort({ _id: 1 })
        .toArray()
      return new Map(found.map(row => [row._id, row]))
    },

    async checkpoint(): Promise<Checkpoint | undefined> {
      const row = await checkpoints.findOne({ _id: checkpointId })
      return row ? { changed: row.told, credited: row.credited, played: row.played, filledTo: row.filledTo } : undefined
    },

    /**
     * Writes rows, checkpoint and the accounts' list fields with optimistic locking.
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
      // Last, so that a concurrent writer of one of these accounts waits as briefly as possible.
      if (changed.length > 0) await accounts.bulkWrite(changed.map(toAccountUpdate), { session: tx })
    },

    /** Deletes all totals. They are rebuilt; until then, no totals are returned. */
    async clear(tx: Tx): Promise<void> {
      await checkpoints.deleteMany({}, { session: tx })
      await rows.deleteMany({}, { session: tx })
    },
  }

  async function writeCheckpoint(before: Checkpoint | undefined, after: Checkpoint, session: Tx) {
    const fields = toFields(after)
    if (!before) {
      await checkpoints.insertOne({ _id: checkpointId, ...fields }, { session })
      return
    }
    const filter = { _id: checkpointId, ...toFields(before) }
    const { matchedCount } = await checkpoints.updateOne(filter, { $set: fields }, { session })
    if (matchedCount === 0) throw new Error('The branches were written by another process')
  }
}
