import { inTransaction } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { issuerId } from '../ids'
import { walletsOf } from '../store/collections'
import type { Conservation } from '../types'
import { readExternalTotals } from './external-totals'

/** What was issued against where it is now, in one snapshot. */
export function readConservation(client: MongoClient, db: Db): Promise<Omit<Conservation, 'checkedAt'>> {
  return inTransaction(client, async session => {
    const [row] = await walletsOf(db)
      .aggregate<{ sum: bigint }>([{ $group: { _id: null, sum: { $sum: '$balance' } } }], { session })
      .toArray()
    const external = await readExternalTotals(db, session)
    const issued = -(external.get(issuerId) ?? 0n)
    external.delete(issuerId)
    const wallets = BigInt(row?.sum ?? 0n)
    const pools = [...external.values()].reduce((sum, total) => sum + total, 0n)
    return { issued, wallets, pools, difference: issued - wallets - pools }
  })
}
