import { type Role, treeRoles } from '@cascade/contracts'
import type { AccountRow, Actor } from '@cascade/service-kit'
import { accountsOf, allAccounts } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { type Edge, figureNames } from './figure-rows'
import { edgeOf } from './play-lines'

export type TreeAccount = Pick<AccountRow, '_id' | 'username' | 'role' | 'ancestry' | 'commissionBp'>

/** Admins are children of one common root, whichever superadmin created them. */
export const nodeOf = ({ _id, role }: { _id: string; role: string }) => (role === 'superadmin' ? allAccounts : _id)

/** Edges with play below an account, including those to children that have moved away. */
export async function edgesBelow(db: Db, prefix: string, account: TreeAccount): Promise<Edge[]> {
  return db
    .collection<Edge>(figureNames(prefix).edges)
    .find({ parent: nodeOf(account) })
    .toArray()
}

/** The edges into each account: one, or several if it was moved. */
export async function edgesInto(
  db: Db,
  prefix: string,
  accounts: readonly TreeAccount[],
): Promise<Map<string, string[]>> {
  const own = accounts.filter(({ role }) => role !== 'superadmin').map(({ _id }) => _id)
  const edges =
    own.length === 0
      ? []
      : await db
          .collection<Edge>(figureNames(prefix).edges)
          .find({ child: { $in: own } })
          .toArray()
  const edgesByAccount = new Map<string, string[]>()
  for (const { _id, child } of edges) edgesByAccount.set(child, [...(edgesByAccount.get(child) ?? []), _id])
  for (const account of accounts) if (account.role === 'superadmin') edgesByAccount.set(account._id, [allAccounts])
  return edgesByAccount
}

/** The first day with play on any of these edges; far in the future if there is none. */
export async function readFirstDay(db: Db, prefix: string, edgeIds: readonly string[]): Promise<string> {
  const edges = await db
    .collection<Edge>(figureNames(prefix).edges)
    .find({ _id: { $in: [...edgeIds] } })
    .toArray()
  return edges.reduce((first, { since }) => (since < first ? since : first), '9999-12-31')
}

export const edgeTo = (parent: TreeAccount, child: Pick<TreeAccount, '_id'>) => edgeOf(nodeOf(parent), child._id)

/** The account from the replica of the tree; the actor's own account may not have arrived there yet. */
export async function findTreeAccount(
  db: Db,
  account: Pick<AccountRow, '_id' | 'role'>,
  actor: Actor,
): Promise<TreeAccount> {
  const found = await accountsOf(db).findOne({ _id: account._id })
  return found ?? { ...account, username: actor.username, ancestry: {}, commissionBp: 0 }
}

/** The accounts from the actor down to `account`, both included. */
export async function readPath(db: Db, actor: Actor, account: TreeAccount) {
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
