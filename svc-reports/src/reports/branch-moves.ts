import type { AccountSnapshot } from '@cascade/contracts/accounts'
import { accountsOf, accountTreeSchemas } from '@cascade/service-kit'
import type { Projection } from '../projections/runtime/generations'
import { pathOf } from './cases/find-case'
import { createComplaintStore } from './complaints/complaint-store'
import { accountsWithRows, moveRows } from './watch/watch-store'

/**
 * Moves the cases and watch entries of an account with it. Follows the replica of accounts, where the newest version
 * wins.
 */
export const branchMovesProjection: Projection = {
  producer: 'accounts',
  collections: () => [],
  schemas: accountTreeSchemas,
  async project(db, _prefix, events, tx) {
    const changed = events.filter(({ type }) => type in accountTreeSchemas)
    if (changed.length === 0) return
    const complaints = createComplaintStore(db)
    const ids = changed.map(({ data }) => (data as AccountSnapshot).accountId)
    const listed = [...(await complaints.accountsWithCases(ids, tx)), ...(await accountsWithRows(db, ids, tx))]
    if (listed.length === 0) return
    const accounts = await accountsOf(db)
      .find({ _id: { $in: listed } }, { session: tx })
      .toArray()
    const paths = accounts.map(account => ({ _id: account._id, path: pathOf(account) }))
    for (const { _id, path } of paths) await complaints.setPath(_id, path, tx)
    await moveRows(db, paths, tx)
  },
}
