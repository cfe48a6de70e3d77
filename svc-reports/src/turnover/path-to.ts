import { type Role, treeRoles } from '@cascade/contracts'
import { type Actor, accountsOf } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import type { Named } from '../figures/steps'

/** The accounts from the actor down to one below, both included. */
export async function pathTo(db: Db, actor: Actor, account: Named) {
  const own = { _id: actor.accountId, username: actor.username, role: actor.role }
  if (account._id === actor.accountId) return [own]
  const above = treeRoles.slice((treeRoles as readonly Role[]).indexOf(actor.role) + 1)
  const ids = above
    .flatMap(role => (role === 'player' ? [] : (account.ancestry[role] ?? [])))
    .filter(id => id !== account._id)
  const rows = await accountsOf(db)
    .find({ _id: { $in: ids } })
    .toArray()
  const between = ids.flatMap(id => rows.find(row => row._id === id) ?? [])
  return [own, ...between, account].map(({ _id, username, role }) => ({ _id, username, role }))
}
