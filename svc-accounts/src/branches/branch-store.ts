import type { CollectionPlan, Tx } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import type { Branch } from './branch'

/** How far the figures have come: in the three feeds, and, while they are made for the first time, in the accounts. */
export type BranchMark = { told: number; credited: number; played: number; filledTo: string | null }
/** What lists of accounts are ordered, filtered and summed by. */
type ListFigures = { _id: string; points: bigint; branchPoints: bigint; below: number }
type MarkRow = BranchMark & { _id: string }

export const branchPlans: readonly CollectionPlan[] = [
  {
    name: 'branches',
    validator: { $jsonSchema: { properties: { own: { bsonType: 'long' }, balance: { bsonType: 'long' } } } },
  },
  { name: 'branch_marks' },
]

/** Of the same time as what was read before. */
const markId = 'mark'

const figuresWrite = ({ _id, own, balance, below }: Branch) => ({
  updateOne: { filter: { _id }, update: { $set: { points: own, branchPoints: balance, below } } },
})

/** The running figures of branches. */
export function createBranchStore(db: Db) {
  const rows = db.collection<Branch>('branches')
  const marks = db.collection<MarkRow>('branch_marks')
  const accounts = db.collection<ListFigures>('accounts')

  return {
    async findMany(ids: readonly string[]): Promise<Map<string, Branch>> {
      // In order: to leave thousands in an order of its own costs the embedded server twice as much.
      const found = await rows
        .find({ _id: { $in: [...ids] } }, { batchSize: 10_000 })
        .sort({ _id: 1 })
        .toArray()
      return new Map(found.map(row => [row._id, row]))
    },

    async mark(): Promise<BranchMark | undefined> {
      return (await marks.findOne({ _id: markId })) ?? undefined
    },

    /**
     * Writes rows and the mark, each only over what was read, and beside them the figures by which accounts are listed.
     * @throws Error when another writer was faster; nothing is written then
     */
    async write(changed: readonly Branch[], before: BranchMark | undefined, after: BranchMark, tx: Tx): Promise<void> {
      const added = changed.filter(({ revision }) => revision === 1)
      const others = changed.filter(({ revision }) => revision > 1)
      if (added.length > 0) await rows.insertMany(added, { session: tx })
      const updates = others.map(({ _id, revision, ...fields }) => ({
        updateOne: { filter: { _id, revision: revision - 1 }, update: { $set: { ...fields, revision } } },
      }))
      const written = updates.length === 0 ? 0 : (await rows.bulkWrite(updates, { session: tx })).matchedCount
      if (written < updates.length) throw new Error('The branches were written by another process')
      await writeMark(before, after, tx)
      // Last: whoever writes one of these accounts meanwhile waits the shortest time.
      if (changed.length > 0) await accounts.bulkWrite(changed.map(figuresWrite), { session: tx })
    },

    /** Forgets all figures: they are made again, and nothing is answered meanwhile. */
    async clear(tx: Tx): Promise<void> {
      await marks.deleteMany({}, { session: tx })
      await rows.deleteMany({}, { session: tx })
    },
  }

  async function writeMark(before: BranchMark | undefined, after: BranchMark, session: Tx) {
    const { told, credited, played, filledTo } = after
    const fields = { told, credited, played, filledTo }
    if (!before) {
      await marks.insertOne({ _id: markId, ...fields }, { session })
      return
    }
    const asRead = {
      _id: markId,
      told: before.told,
      credited: before.credited,
      played: before.played,
      filledTo: before.filledTo,
    }
    const { matchedCount } = await marks.updateOne(asRead, { $set: fields }, { session })
    if (matchedCount === 0) throw new Error('The branches were written by another process')
  }
}
