import { type AccountRole, treeRoles } from '@cascade/contracts'
import type { Account } from '../accounts/account'
import { newAccount } from '../lifecycle/new-account'

export function sampleAccount(role: AccountRole, parent?: Account, overrides: Partial<Account> = {}): Account {
  const born = { _id: `${role}-1`, uniqueId: 'K7Q2M9XB', username: `${role}1`, at: new Date('2026-01-05T10:00:00Z') }
  return { ...newAccount(role, parent, { firstName: 'Asha', lastName: 'Rao' }, born), ...overrides }
}

/** One account per level, each below the previous one, by role. */
export function sampleChain(suffix = ''): Record<(typeof treeRoles)[number], Account> {
  const chain: Partial<Record<string, Account>> = {}
  let parent: Account | undefined
  for (const role of treeRoles) {
    parent = sampleAccount(role, parent, { _id: `${role}${suffix}` })
    chain[role] = parent
  }
  return chain as Record<(typeof treeRoles)[number], Account>
}

export const scopeOf = ({ _id, role }: Account) => ({ accountId: _id, role })
