import { type Role, type TreeRole, treeRoles } from '@cascade/contracts'
import type { TurnoverRow } from '@cascade/contracts/reports'
import { accountsOf, type Days } from '@cascade/service-kit'
import type { ReportsDeps } from '../../deps'
import { edgesBelow, edgeTo, type TreeAccount } from '../../projections/figures/edges'
import type { FigureReader } from '../../projections/figures/figure-reader'
import { toTurnover, zero } from '../../projections/figures/measures'

/** Current children, and former ones with figures from that time. @param others further former ones */
export async function readChildren(
  { db }: ReportsDeps,
  { prefix }: FigureReader,
  account: TreeAccount,
  role: TreeRole,
  others: readonly string[] = [],
) {
  const accounts = accountsOf(db)
  const childFilter = account.role === 'superadmin' ? { role } : { parentId: account._id }
  const below = await accounts.find({ ...childFilter, deleted: false }).toArray()
  const current = below.filter(child => child.role === role)
  const currentIds = new Set(current.map(({ _id }) => _id))
  const played = (await edgesBelow(db, prefix, account)).map(({ child }) => child)
  const formerIds = [...new Set([...played, ...others])].filter(id => !currentIds.has(id))
  const former = await accounts.find({ _id: { $in: formerIds } }).toArray()
  return [...current, ...former]
}

/** @param isBelow whether the actor may open a child: one that was moved away may be out of scope */
export async function readTurnoverRows(
  reader: FigureReader,
  account: TreeAccount,
  children: readonly TreeAccount[],
  days: Days,
  isBelow: (child: TreeAccount) => boolean,
): Promise<TurnoverRow[]> {
  const sums = await reader.byEdge(
    children.map(child => edgeTo(account, child)),
    days,
  )
  return children.map(child => ({
    id: child._id,
    role: child.role,
    username: child.username,
    ...toTurnover(sums.get(edgeTo(account, child)) ?? zero()),
    hasChildren: canHaveChildren(child.role) && isBelow(child),
  }))
}

const canHaveChildren = (role: Role) => (treeRoles as readonly string[]).includes(role) && role !== 'player'
