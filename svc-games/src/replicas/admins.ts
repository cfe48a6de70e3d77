import { toSearchKey } from '@cascade/contracts'
import { type Actor, accountInScope, accountsOf, notFound, subtreeFilter } from '@cascade/service-kit'
import type { Db } from 'mongodb'

type Viewer = Pick<Actor, 'accountId' | 'role'>

const adminsMax = 50

/** The admins in our copy of the accounts. */
export function createAdminReplica(db: Db) {
  return {
    /** @throws AppError NOT_FOUND for what is no admin, or none of the viewer's. */
    async inScope(viewer: Viewer, id: string) {
      const account = await accountInScope(db, viewer, id)
      if (account.role !== 'admin' || account.deleted) throw notFound()
      return account
    },

    /** The viewer's admins whose username begins so, whatever the case: 50 at most, by name. */
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
