import type { Db } from 'mongodb'
import { poolIdOf, winsIdOf } from '../ids'
import type { PoolView } from '../types'
import { externalsOf, fenceOf } from './collections'

type Pair = { adminId: string; gameId: string }

/** The head is read first: whatever the balances hold beyond it is told by later events too. */
export async function readPools(db: Db, pairs: readonly Pair[]): Promise<{ pools: PoolView[]; head: number }> {
  const fence = await fenceOf(db).findOne({ _id: 'writer' }, { maxTimeMS: 5_000 })
  const ids = pairs.flatMap(({ adminId, gameId }) => [poolIdOf(adminId, gameId), winsIdOf(adminId, gameId)])
  const rows =
    ids.length === 0
      ? []
      : await externalsOf(db)
          .find({ _id: { $in: ids } }, { batchSize: 2_000, maxTimeMS: 5_000 })
          .toArray()
  const byId = new Map(rows.map(row => [row._id, row]))
  const pools = pairs.flatMap(({ adminId, gameId }) => {
    const [pool, wins] = [byId.get(poolIdOf(adminId, gameId)), byId.get(winsIdOf(adminId, gameId))]
    if (!pool && !wins) return []
    const gateVersion = pool?.gateVersion ?? 0
    return [{ adminId, gameId, gateVersion, poolBalance: pool?.balance ?? 0n, winsBalance: wins?.balance ?? 0n }]
  })
  return { pools, head: Number(fence?.playHead ?? 0) }
}
