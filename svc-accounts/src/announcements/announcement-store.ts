import type { EventPerson } from '@cascade/contracts'
import { type AnnouncementInput, announcementsMax, announcementTexts } from '@cascade/contracts/accounts'
import { type Actor, AppError, type CollectionSpec, personOf } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { Window } from '../accounts/lists/windows'

export type StoredAnnouncement = Omit<AnnouncementInput, 'from' | 'to'> & {
  _id: string
  accountId: string
  by: string
  person?: EventPerson
  from: Date
  to: Date
}
type Author = Pick<Actor, 'accountId' | 'username' | 'person'>

const collection = 'announcements'
const retentionSeconds = 30 * 86_400

export const announcementCollections: readonly CollectionSpec[] = [
  {
    name: collection,
    indexes: [
      { key: { accountId: 1, from: -1 } },
      { key: { to: 1 }, options: { expireAfterSeconds: retentionSeconds } },
    ],
  },
]

const toRow = ({ text, roles, from, to, level }: AnnouncementInput) => ({
  text,
  roles: [...new Set(roles)],
  from: new Date(from),
  to: new Date(to),
  level,
})

/** Announcements by their author's account. */
export function createAnnouncementStore(db: Db, { now, newId }: { now: () => Date; newId: () => string }) {
  const rows: Collection<StoredAnnouncement> = db.collection(collection)
  return {
    /** Latest start first. */
    async own(accountId: string, { skip, limit }: Window) {
      const [page, total] = await Promise.all([
        rows.find({ accountId }).sort({ from: -1, _id: -1 }).skip(skip).limit(limit).toArray(),
        rows.countDocuments({ accountId }),
      ])
      return { page, total }
    },
    /** In force now for a role, by one of the accounts; warnings and the latest start first. */
    current: (accountIds: readonly string[], role: string) =>
      rows
        .find({
          accountId: { $in: [...accountIds] },
          roles: role as StoredAnnouncement['roles'][number],
          from: { $lte: now() },
          to: { $gt: now() },
        })
        .sort({ level: -1, from: -1 })
        .limit(accountIds.length * announcementsMax)
        .toArray(),
    /** @throws AppError UNPROCESSABLE beyond the limit */
    async insert({ accountId, username, person }: Author, input: AnnouncementInput): Promise<StoredAnnouncement> {
      if ((await rows.countDocuments({ accountId }, { limit: announcementsMax })) >= announcementsMax) {
        throw new AppError('UNPROCESSABLE', announcementTexts.full)
      }
      const row = { _id: newId(), accountId, by: username, ...personOf({ person }), ...toRow(input) }
      await rows.insertOne(row)
      return row
    },
    /** @returns null unless it is an announcement of the account */
    replace: (accountId: string, _id: string, input: AnnouncementInput) =>
      rows.findOneAndUpdate({ _id, accountId }, { $set: toRow(input) }, { returnDocument: 'after' }),
    /** @returns false unless it was an announcement of the account */
    remove: async (accountId: string, _id: string) => (await rows.deleteOne({ _id, accountId })).deletedCount === 1,
  }
}
