import { toSearchKey } from '@cascade/contracts'
import {
  type CaseParty,
  type Complaint,
  type ComplaintStatus,
  caseAnswersMax,
  type NewComplaint,
} from '@cascade/contracts/reports'
import type { CollectionSpec, Tx } from '@cascade/service-kit'
import type { Collection, Db, Filter } from 'mongodb'
import { containsText, readTimeoutMs } from '../../projections/queries'

type Answer = { by: CaseParty; text: string; at: Date }

/**
 * A message of the public, or a case of an account, which has its subject in `enquiryType`, its text in
 * `complaintDetails`, and no contact.
 */
export type ComplaintRow = NewComplaint & {
  _id: string
  /** Consecutive in order of arrival. */
  number: number
  status: ComplaintStatus
  by: (Omit<NonNullable<Complaint['by']>, 'at'> & { at: Date }) | null
  createdAt: Date
  text: string
  /** Absent for messages of the public. */
  account?: CaseParty
  /** Ids of the account and of all above it. */
  path?: string[]
  ticketId?: string
  drawId?: string
  assignee?: CaseParty
  answers?: Answer[]
  changedAt?: Date
}

type Search = { scope: Filter<ComplaintRow>; match?: Filter<ComplaintRow>; from: number; count: number }

const searchScanMax = 10_000

export const complaintRetentionDaysDefault = 1_095

export const complaintCollections = (keptDays: number): readonly CollectionSpec[] => [
  {
    name: 'complaints',
    indexes: [
      { key: { number: 1 }, options: { unique: true } },
      { key: { status: 1, number: 1 } },
      { key: { 'account.accountId': 1, number: 1 } },
      { key: { 'account.accountId': 1, status: 1, number: 1 } },
      { key: { path: 1, number: 1 } },
      { key: { path: 1, status: 1, number: 1 } },
      { key: { createdAt: 1 }, options: { expireAfterSeconds: keptDays * 86_400 } },
    ],
  },
  { name: 'ordinals' },
]

/** Messages of the public. */
export const isPublic: Filter<ComplaintRow> = { 'account.accountId': { $exists: false } }

export function createComplaintStore(db: Db) {
  const rows: Collection<ComplaintRow> = db.collection('complaints')
  const ordinals = db.collection<{ _id: string; next: number }>('ordinals')
  const readHead = async () => Number((await ordinals.findOne({ _id: 'complaints' }))?.next ?? 0)

  return {
    /** @returns its number */
    async insert(complaint: Omit<ComplaintRow, 'number' | 'text'>, tx: Tx): Promise<number> {
      const options = { session: tx, upsert: true, returnDocument: 'after' } as const
      const ordinal = await ordinals.findOneAndUpdate({ _id: 'complaints' }, { $inc: { next: 1 } }, options)
      const number = Number(ordinal?.next ?? 1)
      const { fullName, email, mobile, complaintDetails, account, enquiryType } = complaint
      const words = account ? [account.username, enquiryType] : [fullName, email, mobile]
      const text = [...words, complaintDetails].map(toSearchKey).join('\n')
      await rows.insertOne({ ...complaint, text, number }, { session: tx })
      return number
    },

    /** Newest first, without answers. */
    async page({ scope, match = {}, from, count }: Search) {
      const filter = { $and: [scope, match] }
      const total = await rows.countDocuments(filter, { maxTimeMS: readTimeoutMs })
      const options = { projection: { answers: 0 }, maxTimeMS: readTimeoutMs }
      const found = await rows.find(filter, options).sort({ number: -1 }).skip(from).limit(count).toArray()
      return { rows: found, total }
    },

    /** Rows among the newest that contain a text. */
    async matching(text: string): Promise<Filter<ComplaintRow>> {
      return { number: { $gt: (await readHead()) - searchScanMax }, text: containsText(text) }
    },

    find: (_id: string, tx?: Tx) => rows.findOne({ _id }, { session: tx }),

    async pending(scope: Filter<ComplaintRow>): Promise<{ count: number; oldest: Date | undefined }> {
      const filter: Filter<ComplaintRow> = { $and: [scope, { status: 'Pending' }] }
      const count = await rows.countDocuments(filter)
      const first = count > 0 ? await rows.findOne(filter, { sort: { number: 1 } }) : null
      return { count, oldest: first?.createdAt }
    },

    countOpen: (accountId: string, limit: number, tx: Tx) =>
      rows.countDocuments({ 'account.accountId': accountId, status: 'Pending' }, { limit, session: tx }),

    /** @returns the message of the public before the change, or null */
    setStatus: (_id: string, status: ComplaintStatus, by: ComplaintRow['by'], tx: Tx) =>
      rows.findOneAndUpdate(
        { $and: [{ _id }, isPublic] },
        { $set: { status, by } },
        { session: tx, returnDocument: 'before' },
      ),

    /** @returns the row after the change; null if it does not exist, or has no room for the answer */
    change: (
      _id: string,
      fields: Partial<Pick<ComplaintRow, 'status' | 'by' | 'assignee' | 'changedAt'>>,
      answer: Answer | undefined,
      tx: Tx,
    ) =>
      rows.findOneAndUpdate(
        { _id, ...(answer && { [`answers.${caseAnswersMax - 1}`]: { $exists: false } }) },
        { $set: fields, ...(answer && { $push: { answers: answer } }) },
        { session: tx, returnDocument: 'after' },
      ),

    /** @returns the requested accounts that have opened a case */
    async accountsWithCases(accountIds: readonly string[], tx: Tx): Promise<string[]> {
      const filter = { 'account.accountId': { $in: [...accountIds] } }
      const found = await rows.find(filter, { session: tx, projection: { account: 1 } }).toArray()
      return [...new Set(found.flatMap(({ account }) => account?.accountId ?? []))]
    },

    setPath: (accountId: string, path: string[], tx: Tx) =>
      rows.updateMany({ 'account.accountId': accountId }, { $set: { path } }, { session: tx }),
  }
}
