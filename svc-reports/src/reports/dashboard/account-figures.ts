import { type Role, toPoints } from '@cascade/contracts'
import { type Ctx, subtreeFilter } from '@cascade/service-kit'
import type { Filter } from 'mongodb'
import type { ReportsDeps } from '../../deps'
import { type AccountState, accountStatesName } from '../players/account-states-projection'
import { balancesMax, readBalances } from '../players/balances'

const accountsMax = 5

export type SuspendedLevel = { role: Role; count: number; balance: bigint; oldest: Date | undefined }

/** Players online, and suspended accounts that still hold credit. */
export async function readAccountFigures(deps: ReportsDeps, { actor, requestId }: Ctx, prefix: string) {
  const states = deps.db.collection<AccountState>(accountStatesName(prefix))
  const scope = { ...subtreeFilter(actor), deleted: false } as Filter<AccountState>
  const onlinePlayers = await states.countDocuments({ ...scope, role: 'player', isOnline: true })
  const rows = await states
    .find({ ...scope, active: false })
    .limit(balancesMax + 1)
    .toArray()
  const isWhole = rows.length <= balancesMax
  const checked = rows.slice(0, balancesMax)
  const balances = await readBalances(
    deps,
    checked.map(({ _id }) => _id),
    { requestId },
  )
  const holders = checked
    .map(({ _id, username, role, inactiveSince }) => ({
      _id,
      username,
      role,
      inactiveSince,
      balance: balances.get(_id) ?? 0n,
    }))
    .filter(({ balance }) => balance > 0n)
    .sort((a, b) => (a.balance < b.balance ? 1 : -1))
  const accounts = holders
    .slice(0, accountsMax)
    .map(({ _id, username, role, balance }) => ({ _id, username, role, points: toPoints(balance) }))
  const points = toPoints(holders.reduce((sum, { balance }) => sum + balance, 0n))
  return {
    onlinePlayers,
    suspended: { count: holders.length, points, isWhole, accounts },
    suspendedByRole: sumByRole(holders),
  }
}

function sumByRole(holders: readonly Pick<AccountState & { balance: bigint }, 'role' | 'inactiveSince' | 'balance'>[]) {
  const levels = new Map<Role, SuspendedLevel>()
  for (const { role, inactiveSince, balance } of holders) {
    const level = levels.get(role) ?? { role, count: 0, balance: 0n, oldest: undefined }
    levels.set(role, level)
    level.count += 1
    level.balance += balance
    if (inactiveSince && (!level.oldest || inactiveSince < level.oldest)) level.oldest = inactiveSince
  }
  return [...levels.values()]
}
