import { type Role, type TreeRole, treeRoles } from '@cascade/contracts'
import type { TurnoverRow } from '@cascade/contracts/reports'
import { accountsOf, type Days } from '@cascade/service-kit'
import type { ReportsDeps } from '../../deps'
import type { FigureReader } from '../../projections/figures/figure-reader'
import { turnoverOf, zero } from '../../projections/figures/measures'
import { type Named, stepsBelow, stepTo } from '../../projections/figures/steps'

/** Accounts that are below now, and those that once were and have figures of that time. */
export async function childrenOf({ db }: ReportsDeps, { prefix }: FigureReader, account: Named, role: TreeRole) {
  const accounts = accountsOf(db)
  const isHere = account.role === 'superadmin' ? { role } : { parentId: account._id }
  const below = await accounts.find({ ...isHere, deleted: false }).toArray()
  const now = below.filter(child => child.role === role)
  const isNow = new Set(now.map(({ _id }) => _id))
  const gone = (await stepsBelow(db, prefix, account)).filter(({ child }) => !isNow.has(child))
  const before = await accounts.find({ _id: { $in: gone.map(({ child }) => child) } }).toArray()
  return [...now, ...before]
}

/** @param isBelow whether the actor may look below an account: one that was moved away is not theirs any more. */
export async function turnoverRows(
  reader: FigureReader,
  account: Named,
  children: readonly Named[],
  days: Days,
  isBelow: (child: Named) => boolean,
): Promise<TurnoverRow[]> {
  const sums = await reader.byStep(
    children.map(child => stepTo(account, child)),
    days,
  )
  return children.map(child => ({
    id: child._id,
    role: child.role,
    username: child.username,
    ...turnoverOf(sums.get(stepTo(account, child)) ?? zero()),
    hasChildren: canHaveChildren(child.role) && isBelow(child),
  }))
}

const canHaveChildren = (role: Role) => (treeRoles as readonly string[]).includes(role) && role !== 'player'
