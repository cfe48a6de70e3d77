import { can, includesPermission, type Permission } from '@cascade/contracts'
import type { createAccountStore } from '../accounts/account-store'
import { type createPeopleStore, rightsInForce } from '../identity/people-store'

export type RecipientDeps = {
  accounts: Pick<ReturnType<typeof createAccountStore>, 'findMany'>
  people: Pick<ReturnType<typeof createPeopleStore>, 'activeOf' | 'ownRights'>
  now: () => Date
}

/** Per call, so that the close of a week for hundreds of accounts remains one small write; the accounts come first. */
const peopleMax = 1_000

/**
 * The logins that get a notice about accounts: their own, and those of their active people.
 * @param permission of the screen that the notice opens; people without it get none
 */
export async function findRecipients(
  { accounts, people, now }: RecipientDeps,
  accountIds: readonly string[],
  permission: Permission,
): Promise<string[]> {
  const active = await people.activeOf(accountIds, peopleMax)
  const owners = [...new Set(active.map(({ accountId }) => accountId))]
  if (owners.length === 0) return [...accountIds]
  const [found, own] = await Promise.all([accounts.findMany(owners), people.ownRights(owners)])
  const roles = new Map(found.map(({ _id, role }) => [_id, role]))
  const mayOpen = (person: (typeof active)[number]) => {
    const role = roles.get(person.accountId)
    if (!role || !can(role, permission)) return false
    return includesPermission(rightsInForce(person, { role, own, now: now() }), permission)
  }
  return [...accountIds, ...active.filter(mayOpen).map(({ _id }) => _id)]
}
