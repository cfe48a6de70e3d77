import { toSearchKey } from '@cascade/contracts'
import type { ComplaintStatus, NewComplaint } from '@cascade/contracts/reports'
import type { CollectionSpec, Tx } from '@cascade/service-kit'
import type { Collection, Db, Filter } from 'mongodb'
import { containsText } from '../../projections/queries'

export type ComplaintRow = NewComplaint & {
  _id: string
  /** Consecutive in order of arrival. Only the oldest are ever removed, so a page is a range. */
  number: number
  status: ComplaintStatus
  by: { username: string; role: string; at: Date } | null
  createdAt: Date
  text: string
}

const searchScanMax = 10_000

export const complaintRetentionDaysDefault = 1_095

export const complaintCollections = (keptDays: number): readonly CollectionSpec[] => [
  {
    name: 'complaints',
    indexes: [
      { key: { number: 1 }, options: { unique: true } },
      { key: { status: 1, number: 1 } },
      { key: { createdAt: 1 }, options: { expireAfterSeconds: keptDays * 86_400 } },
    ],
  },
  { name: 'ordinals' },
]

export function createComplaintStore(db: Db) {
  const rows: Collection<ComplaintRow> = db.collection('complaints')
  const ordinals = db.collection<{ _id: string; next: number }>('ordinals')
  const readHead = async () => Number((await ordinals.findOne({ _id: 'complaints' }))?.next ?? 0)

  async function findMatching(filter: Filter<ComplaintRow>, from: number, count: number) {
    const total = await rows.countDocuments(filter)
    const found = await rows.find(filter).sort({ number: -1 }).skip(from).limit(count).toArray()
    return { rows: found, total }
  }

  return {
    async insert(complaint: Omit<ComplaintRow, 'number' | 'text'>, tx: Tx) {
      const options = { session: tx, upsert: true, returnDocument: 'after' } as const
      const row = await ordinals.findOneAndUpdate({ _id: 'complaints' }, { $inc: { next: 1 } }, options)
      const { fullName, email, mobile, complaintDetails } = complaint
      const text = [fullName, email, mobile, complaintDetails].map(toSearchKey).join('\n')
      await rows.insertOne({ ...complaint, text, number: Number(row?.next ?? 1) }, { session: tx })
    },

    /** Newest first. */
    async page({ status, text, from, count }: { status: string; text: string; from: number; count: number }) {
      const newest = await readHead()
      const since = { number: { $gt: newest - searchScanMax } }
      const filter = {
        ...(text ? { ...since, text: containsText(text) } : {}),
        ...(status ? { status } : {}),
      } as Filter<ComplaintRow>
      if (text || status) return findMatching(filter, from, count)
      const range = { number: { $gt: newest - from - count, $lte: newest - from } }
      const found = await rows.find(range).sort({ number: -1 }).toArray()
      return { rows: found, total: await rows.estimatedDocumentCount() }
    },

    async pending(): Promise<{ count: number; oldest: Date | undefined }> {
      const count = await rows.countDocuments({ status: 'Pending' })
      const first = count > 0 ? await rows.findOne({ status: 'Pending' }, { sort: { number: 1 } }) : null
      return { count, oldest: first?.createdAt }
    },

    /** @returns the complaint before the change, or null */
    setStatus: (_id: string, status: ComplaintStatus, by: ComplaintRow['by'], tx: Tx) =>
      rows.findOneAndUpdate({ _id }, { $set: { status, by } }, { session: tx, returnDocument: 'before' }),
  }
}
