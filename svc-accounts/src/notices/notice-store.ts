import { type NoticeContent, type NoticeKind, type NoticeSetting, noticesMax } from '@cascade/contracts/accounts'
import type { CollectionSpec, Tx } from '@cascade/service-kit'
import type { Collection, Db, Filter } from 'mongodb'
import type { Window } from '../accounts/lists/windows'
import type { SideWrite } from '../ledger'

export type StoredNotice = NoticeContent & {
  _id: string
  /** The login that it is for, of an account or a person. */
  accountId: string
  at: Date
  read: boolean
  /** When its mail is due; absent once it is sent, not wanted or has failed. */
  mailAt?: Date
  mailTries?: number
  mailFailed?: true
}

type Settings = { _id: string; kinds: { [K in NoticeKind]?: Pick<NoticeSetting, 'bell' | 'mail'> } }

const collection = 'notices'
const retentionSeconds = 90 * 86_400
/** Longer than an attempt to send. */
const mailLeaseMs = 120_000

export const noticeCollections: readonly CollectionSpec[] = [
  {
    name: collection,
    indexes: [
      { key: { accountId: 1, _id: 1 } },
      { key: { at: 1 }, options: { expireAfterSeconds: retentionSeconds } },
      { key: { 'data.approvalId': 1 }, options: { sparse: true } },
      { key: { mailAt: 1 }, options: { sparse: true } },
    ],
  },
  { name: 'notice_settings' },
]

export type NoticeStore = ReturnType<typeof createNoticeStore>

/** Notices of the bell and of mail; ids ascend with time. @param mails there is a mail server */
export function createNoticeStore(
  db: Db,
  { now, newId, mails }: { now: () => Date; newId: () => string; mails: boolean },
) {
  const rows: Collection<StoredNotice> = db.collection(collection)
  const settings: Collection<Settings> = db.collection('notice_settings')

  /** One notice per account. Settings are read as the mail is sent, outside the reported change. */
  const build = (accountIds: readonly string[], content: NoticeContent): StoredNotice[] =>
    [...new Set(accountIds)].map(accountId => {
      const at = now()
      return { _id: newId(), accountId, at, read: false, ...content, ...(mails && { mailAt: at }) }
    })

  const readSettings = async (accountId: string) => (await settings.findOne({ _id: accountId }))?.kinds ?? {}

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

    /** Newest first, without kinds that the account has switched off. A failed mail is shown anyway. */
    async page(accountId: string, { skip, limit }: Window) {
      const own = { accountId, ...showing(await readSettings(accountId)) } as Filter<StoredNotice>
      const [found, total, unread] = await Promise.all([
        rows.find(own).sort({ _id: -1 }).skip(skip).limit(Math.min(limit, noticesMax)).toArray(),
        rows.countDocuments(own, { limit: noticesMax }),
        rows.countDocuments({ $and: [own, { read: false }] }, { limit: noticesMax }),
      ])
      return { rows: found, total, unread }
    },
    /** @returns false unless it is a notice of the account */
    change: async (accountId: string, _id: string, read: boolean) =>
      (await rows.updateOne({ _id, accountId }, { $set: { read } })).matchedCount === 1,
    readAll: (accountId: string) => rows.updateMany({ accountId, read: false }, { $set: { read: true } }),

    settings: readSettings,
    changeSettings: (accountId: string, changes: readonly NoticeSetting[]) =>
      settings.updateOne(
        { _id: accountId },
        { $set: Object.fromEntries(changes.map(({ kind, ...to }) => [`kinds.${kind}`, to])) },
        { upsert: true },
      ),

    /** The notice whose mail is due first; another replica repeats it if this one dies. */
    leaseMail: () =>
      rows.findOneAndUpdate(
        { mailAt: { $lte: now() } },
        { $set: { mailAt: new Date(now().getTime() + mailLeaseMs) }, $inc: { mailTries: 1 } },
        { sort: { mailAt: 1 }, returnDocument: 'after' },
      ),
    endMail: (_id: string) => rows.updateOne({ _id }, { $unset: { mailAt: '', mailTries: '' } }),
    repeatMail: (_id: string, mailAt: Date) => rows.updateOne({ _id }, { $set: { mailAt } }),
    /** Shows the notice as unread again, with the failure. */
    failMail: (_id: string) =>
      rows.updateOne({ _id }, { $set: { mailFailed: true, read: false }, $unset: { mailAt: '' } }),
  }
}

function showing(kinds: Settings['kinds']) {
  const hidden = Object.entries(kinds).flatMap(([kind, { bell }]) => (bell ? [] : [kind]))
  return hidden.length > 0 ? { $or: [{ kind: { $nin: hidden } }, { mailFailed: true }] } : {}
}
