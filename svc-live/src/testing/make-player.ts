import type { AccountSnapshot } from '@cascade/contracts/accounts'
import { type AccountRow, accountsOf } from '@cascade/service-kit'
import { makeAccount } from '@cascade/service-kit/testing'
import type { Db } from 'mongodb'

export async function storeAccounts(db: Db, accounts: readonly AccountSnapshot[]): Promise<AccountRow[]> {
  const rows = accounts.map(({ accountId, ...account }) => ({
    ...account,
    _id: accountId,
    nameKey: account.username,
    createdAt: new Date(),
  }))
  await accountsOf(db).insertMany(rows)
  return rows
}

export async function makePlayer(db: Db) {
  const admin = makeAccount({ role: 'admin', games: [] })
  const player = makeAccount({ role: 'player', parent: admin })
  const [, row] = await storeAccounts(db, [admin, player])
  if (!row) throw new Error('There is a player.')
  return {
    adminId: admin.accountId,
    playerId: player.accountId,
    row,
    actor: { accountId: player.accountId, username: player.username, role: 'player' as const },
  }
}
