import { inTransaction } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { walletsOf } from './collections'
import { issuerId } from './ids'
import { readOpenTotals } from './open-totals'
import type { Conservation } from './types'

/** What was issued against where it is now, in one snapshot. */
export function readConservation(client: MongoClient, db: Db): Promise<Omit<Conservation, 'checkedAt'>> {
  return inTransaction(client, async session => {
    const [row] = await walletsOf(db)
      .aggregate<{ sum: bigint }>([{ $group: { _id: null, sum: { $sum: '$balance' } } }], { session })
      .toArray()
    const open = await readOpenTotals(db, session)
    const issued = -(open.get(issuerId) ?? 0n)
    open.delete(issuerId)
    const wallets = BigInt(row?.sum ?? 0n)
    const pools = [...open.values()].reduce((sum, total) => sum + total, 0n)
    return { issued, wallets, pools, difference: issued - wallets - pools }
  })
}
