import type { Ancestry } from '@cascade/contracts/accounts'
import type { Db } from 'mongodb'
import type { Player } from '../types'

type AccountRow = { _id: string; username: string; role: string; ancestry: Ancestry }

/** Name and place of players; ids of anybody else are left out. */
export async function readPlayers(db: Db, ids: readonly string[]): Promise<Player[]> {
  if (ids.length === 0) return []
  const rows = await db
    .collection<AccountRow>('accounts')
    .find(
      { _id: { $in: [...ids] }, role: 'player' },
      { projection: { username: 1, ancestry: 1 }, batchSize: 1_000, maxTimeMS: 2_000 },
    )
    .toArray()
  return rows.map(({ _id, username, ancestry }) => ({ id: _id, username, ancestry }))
}
