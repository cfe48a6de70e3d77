import { type NoticeContent, noticesMax } from '@cascade/contracts/accounts'
import type { CollectionSpec, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { Window } from '../accounts/lists/windows'
import type { SideWrite } from '../ledger'

type StoredNotice = NoticeContent & { _id: string; accountId: string; at: Date; read: boolean }

const collection = 'notices'
const retentionSeconds = 90 * 86_400

export const noticeCollections: readonly CollectionSpec[] = [
  {
    name: collection,
    indexes: [
      { key: { accountId: 1, _id: 1 } },
      { key: { at: 1 }, options: { expireAfterSeconds: retentionSeconds } },
      { key: { 'data.approvalId': 1 }, options: { sparse: true } },
    ],
  },
]

export type NoticeStore = ReturnType<typeof createNoticeStore>

/** Notices of the bell; ids ascend with time. */
export function createNoticeStore(db: Db, { now, newId }: { now: () => Date; newId: () => string }) {
  const rows: Collection<StoredNotice> = db.collection(collection)

  /** One notice per account. */
  const build = (accountIds: readonly string[], content: NoticeContent): StoredNotice[] =>
    [...new Set(accountIds)].map(accountId => ({ _id: newId(), accountId, at: now(), read: false, ...content }))

  return {
    /** To be committed with the reported change. */
    writes: (accountIds: readonly string[], content: NoticeContent): SideWrite[] =>
      build(accountIds, content).map(document => ({ type: 'insertOne', collection, document })),
    /** Like `writes`, in a transaction of its own calls. */
    async insert(accountIds: readonly string[], content: NoticeContent, tx: Tx): Promise<void> {
      const notices = build(accountIds, content)
      if (notices.length > 0) await rows.insertMany(notices, { session: tx })
    },
    /** Removes the notices about an open decision after it is made. */
    resolve: (approvalId: string, tx: Tx) =>
      rows.deleteMany({ kind: 'approval-requested', 'data.approvalId': approvalId }, { session: tx }),

    /** Newest first. */
    async page(accountId: string, { skip, limit }: Window) {
      const own = { accountId }
      const [found, total, unread] = await Promise.all([
        rows.find(own).sort({ _id: -1 }).skip(skip).limit(Math.min(limit, noticesMax)).toArray(),
        rows.countDocuments(own, { limit: noticesMax }),
        rows.countDocuments({ ...own, read: false }, { limit: noticesMax }),
      ])
      return { rows: found, total, unread }
    },
    /** @returns false unless it is a notice of the account */
    change: async (accountId: string, _id: string, read: boolean) =>
      (await rows.updateOne({ _id, accountId }, { $set: { read } })).matchedCount === 1,
    readAll: (accountId: string) => rows.updateMany({ accountId, read: false }, { $set: { read: true } }),
  }
}
