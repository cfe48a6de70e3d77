import { isTreeRole } from '@cascade/contracts'
import type { AccountSnapshot, Ancestry } from '@cascade/contracts/accounts'
import { v7 as uuidv7 } from 'uuid'

let count = 0

/** An account snapshot: an active superadmin by default, below `parent` if given. */
export function makeAccount(overrides: Partial<AccountSnapshot> & { parent?: AccountSnapshot } = {}): AccountSnapshot {
  const { parent, ...fields } = overrides
  const accountId = fields.accountId ?? uuidv7()
  const role = fields.role ?? 'superadmin'
  count += 1
  const own: Ancestry = isTreeRole(role) && role !== 'player' ? { [role]: accountId } : {}
  return {
    accountId,
    uniqueId: accountId.slice(-8),
    username: `${role}${count}`,
    role,
    parentId: parent?.accountId ?? null,
    ancestry: { ...parent?.ancestry, ...own },
    active: true,
    deleted: false,
    commissionBp: 0,
    games: [],
    version: 1,
    createdAt: new Date().toISOString(),
    ...fields,
  }
}

export const actorOf = ({ accountId, username, role }: AccountSnapshot) => ({
  accountId,
  username,
  role,
  sessionId: uuidv7(),
  ipAddress: '127.0.0.1',
})

export const accountCreated = (account: AccountSnapshot) => ({ type: 'accounts.account.created.v1', data: account })
