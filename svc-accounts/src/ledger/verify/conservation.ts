import { inTransaction } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { issuerId } from '../ids'
import { externalsOf, walletsOf } from '../store/collections'
import type { Conservation } from '../types'

/** What was issued against where it is now, in one snapshot. Pools are what stands in them and in unclaimed wins. */
export function readConservation(client: MongoClient, db: Db): Promise<Omit<Conservation, 'checkedAt'>> {
  return inTransaction(client, async session => {
    const [row] = await walletsOf(db)
      .aggregate<{ sum: bigint }>([{ $group: { _id: null, sum: { $sum: '$balance' } } }], { session })
      .toArray()
    const externals = await externalsOf(db).find({}, { session, batchSize: 5_000 }).toArray()
    const issued = -(externals.find(({ _id }) => _id === issuerId)?.balance ?? 0n)
    const pools = externals.reduce((sum, { _id, balance }) => (_id === issuerId ? sum : sum + balance), 0n)
    const wallets = BigInt(row?.sum ?? 0n)
    return { issued, wallets, pools, difference: issued - wallets - pools }
  })
}
