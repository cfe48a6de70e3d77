import type { Scope } from '../accounts/account'
import { levelFilter } from '../accounts/account-store'
import type { AccountsDeps } from '../deps'

/** The names that the specification gives to the counts of the levels. */
const counted = {
  count: 'player',
  countAdmins: 'admin',
  countSuperDistributors: 'superareamanager',
  countDistributors: 'areamanager',
  countRetailers: 'master',
} as const
export type UserCounts = Record<keyof typeof counted, number>

/** Live accounts of each level below the actor, himself not counted. */
export async function countUsers(deps: AccountsDeps, actor: Scope): Promise<UserCounts> {
  const entries = Object.entries(counted).map(async ([name, role]) => {
    if (actor.role === role) return [name, 0] as const
    return [name, await deps.accounts.rows.countDocuments(levelFilter(actor, role))] as const
  })
  return Object.fromEntries(await Promise.all(entries)) as UserCounts
}
