import { accountsOf } from '@cascade/service-kit'
import { makeAccount } from '@cascade/service-kit/testing'
import type { Db } from 'mongodb'

/** A player below an admin of its own who plays every game, as this service has heard of them. */
export async function makePlayer(db: Db) {
  const admin = makeAccount({ role: 'admin', games: [] })
  const player = makeAccount({ role: 'player', parent: admin })
  const rows = [admin, player].map(({ accountId, ...account }) => ({
    ...account,
    _id: accountId,
    nameKey: account.username,
    createdAt: new Date(),
  }))
  await accountsOf(db).insertMany(rows)
  return {
    adminId: admin.accountId,
    playerId: player.accountId,
    actor: { accountId: player.accountId, username: player.username, role: 'player' as const },
  }
}
