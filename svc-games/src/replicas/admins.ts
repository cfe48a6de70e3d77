import { toSearchKey } from '@cascade/contracts'
import { type Actor, accountInScope, accountsOf, notFound, subtreeFilter } from '@cascade/service-kit'
import type { Db } from 'mongodb'

type Viewer = Pick<Actor, 'accountId' | 'role'>

const adminsMax = 50

export function createAdminReplica(db: Db) {
  return {
    /** @throws AppError NOT_FOUND when the account is no admin or not in the viewer's scope */
    async inScope(viewer: Viewer, id: string) {
      const account = await accountInScope(db, viewer, id)
      if (account.role !== 'admin' || account.deleted) throw notFound()
      return account
    },

    /** At most 50 admins of the viewer by username prefix, case-insensitive, sorted by name. */
    findByPrefix(viewer: Viewer, prefix: string) {
      const from = toSearchKey(prefix)
      const filter = { role: 'admin' as const, deleted: false, ...subtreeFilter(viewer) }
      return accountsOf(db)
        .find({ ...filter, nameKey: { $gte: from, $lt: `${from}\u{10ffff}` } })
        .sort({ nameKey: 1 })
        .limit(adminsMax)
        .toArray()
    },
  }
}
