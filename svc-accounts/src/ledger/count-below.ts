import { inTransaction, type Tx } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { readUse, type UseBelow } from './limits'
import { walletsOf } from './store/collections'

const idsPerRead = 1_000

type Account = { walletId: string; role: string }

/**
 * Stakes and wins of a day of the players below an account, before its count `counting`: the usage of their
 * wallets in a snapshot, minus the account's own count at that moment. The leader counts later bookings itself, so its
 * queue reads nothing. Takes seconds for 100,000 players.
 */
export async function sumUseBelow(
  { client, db }: { client: MongoClient; db: Db },
  { walletId, role }: Account,
  { day, counting }: Pick<UseBelow, 'day' | 'counting'>,
): Promise<UseBelow> {
  return inTransaction(client, async session => {
    const own = readUse((await walletsOf(db).findOne({ _id: walletId }, { session })) ?? {}, day)
    const sum = await sumUse(db, await readPlayerIds(db, { walletId, role }, session), day, session)
    return { day, counting, stakes: sum.stakes - own.stakes, wins: sum.wins - own.wins }
  })
}

async function readPlayerIds(db: Db, { walletId, role }: Account, session: Tx): Promise<string[]> {
  const filter = { [`ancestry.${role}`]: walletId, role: 'player' }
  const options = { session, projection: { _id: 1 }, batchSize: 10_000 }
  const players = await db.collection<{ _id: string }>('accounts').find(filter, options).toArray()
  return players.map(({ _id }) => _id)
}

async function sumUse(db: Db, ids: readonly string[], day: string, session: Tx) {
  let [stakes, wins] = [0n, 0n]
  for (let at = 0; at < ids.length; at += idsPerRead) {
    const $match = { _id: { $in: ids.slice(at, at + idsPerRead) }, 'use.day': day }
    const $group = { _id: null, stakes: { $sum: '$use.stakes' }, wins: { $sum: '$use.wins' } }
    type Sums = { stakes: bigint | number; wins: bigint | number }
    const sums = walletsOf(db).aggregate<Sums>([{ $match }, { $group }], { session })
    for (const each of await sums.toArray()) {
      stakes += BigInt(each.stakes)
      wins += BigInt(each.wins)
    }
  }
  return { stakes, wins }
}
