import { childRoleOf, type Role, toPoints } from '@cascade/contracts'
import type { BranchFigures } from '@cascade/contracts/accounts'
import type { AccountsDeps } from '../deps'

type Deps = Pick<AccountsDeps, 'branches'>
type Counted = { _id: string; role: Role; childCount: number; sideCount: number }

/** The running figures of accounts that others can stand below; of nobody while they are being made. */
export async function readBranches(deps: Deps, accounts: readonly Counted[]): Promise<Map<string, BranchFigures>> {
  const parents = accounts.filter(({ role }) => childRoleOf(role) !== undefined)
  if (parents.length === 0) return new Map()
  const [mark, rows] = await Promise.all([deps.branches.mark(), deps.branches.findMany(parents.map(({ _id }) => _id))])
  if (mark?.filledTo !== null) return new Map()
  const figures = parents.flatMap(({ _id, childCount, sideCount }): [string, BranchFigures][] => {
    const row = rows.get(_id)
    return row ? [[_id, { balance: toPoints(row.balance), direct: childCount + sideCount, all: row.below }]] : []
  })
  return new Map(figures)
}

/** The figures of accounts of one level together; undefined while they are being made. */
export async function sumBranches({ branches }: Deps, ids: readonly string[]) {
  const [mark, rows] = await Promise.all([branches.mark(), branches.findMany(ids)])
  if (mark?.filledTo !== null) return undefined
  const all = [...rows.values()]
  return {
    balance: toPoints(all.reduce((sum, { balance }) => sum + balance, 0n)),
    all: all.reduce((sum, { below }) => sum + below, 0),
  }
}
