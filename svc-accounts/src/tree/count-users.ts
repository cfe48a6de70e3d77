import { type Ask, requirePermission } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'

/** The names that the specification gives to the counts of the levels. */
const counted = {
  count: 'player',
  countAdmins: 'admin',
  countSuperDistributors: 'superareamanager',
  countDistributors: 'areamanager',
  countRetailers: 'master',
} as const
type UserCounts = Record<keyof typeof counted, number>

/** Live accounts of each level below the actor, who is not counted. */
export async function countUsers(deps: AccountsDeps, { ctx }: Ask): Promise<UserCounts> {
  requirePermission(ctx, 'counts.read')
  const scope = ctx.actor
  const entries = Object.entries(counted).map(async ([name, role]) => {
    const count = scope.role === role ? 0 : await deps.accountLists.count({ role, scope })
    return [name, count] as const
  })
  return Object.fromEntries(await Promise.all(entries)) as UserCounts
}
