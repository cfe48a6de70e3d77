import { inTransaction } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { issuerId } from '../ids'
import { externalsOf, fenceOf, walletsOf } from '../store/collections'
import type { Conservation } from '../types'

/**
 * What was issued against where it is now, in one snapshot of the running totals: it does not grow with the history.
 * Pools are what stands in them and in unclaimed wins. The verifier proves the totals by what they are the sum of.
 */
export function readConservation(client: MongoClient, db: Db): Promise<Omit<Conservation, 'checkedAt'>> {
  return inTransaction(client, async session => {
    const fence = await fenceOf(db).findOne({ _id: 'writer' }, { session })
    const [sums] = await externalsOf(db)
      .aggregate<{ issuer: bigint; all: bigint }>(
        [
          {
            $group: {
              _id: null,
              all: { $sum: '$balance' },
              issuer: { $sum: { $cond: [{ $eq: ['$_id', issuerId] }, '$balance', 0] } },
            },
          },
        ],
        { session },
      )
      .toArray()
    const [issuer, all] = [BigInt(sums?.issuer ?? 0n), BigInt(sums?.all ?? 0n)]
    const wallets = fence?.walletTotal ?? 0n
    return { issued: -issuer, wallets, pools: all - issuer, difference: -all - wallets }
  })
}

/** Whether all wallets and external accounts sum to zero, and the running total of wallets is what they hold. */
export async function faultsOfSums(client: MongoClient, db: Db): Promise<string[]> {
  return inTransaction(client, async session => {
    const [row] = await walletsOf(db)
      .aggregate<{ sum: bigint }>([{ $group: { _id: null, sum: { $sum: '$balance' } } }], { session })
      .toArray()
    const [external] = await externalsOf(db)
      .aggregate<{ sum: bigint }>([{ $group: { _id: null, sum: { $sum: '$balance' } } }], { session })
      .toArray()
    const fence = await fenceOf(db).findOne({ _id: 'writer' }, { session })
    const [wallets, outside] = [BigInt(row?.sum ?? 0n), BigInt(external?.sum ?? 0n)]
    const total = fence?.walletTotal ?? 0n
    const faults: string[] = []
    if (wallets + outside !== 0n) faults.push(`the sum of all wallets is ${wallets + outside}, not 0`)
    if (wallets !== total) faults.push(`the wallets hold ${wallets}, their running total is ${total}`)
    return faults
  })
}
