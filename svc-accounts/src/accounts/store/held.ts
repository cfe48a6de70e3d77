import type { Db } from 'mongodb'
import { hasTransfers } from '../../ledger'
import type { Account } from '../rules/account'

/** What would be lost if another installation were restored over this one. */
export async function heldHere(db: Db): Promise<string | undefined> {
  if (await hasTransfers(db))
    return 'This installation holds money. A saved one can be restored into an empty one only.'
  const account = await db.collection<Account>('accounts').findOne({ role: { $ne: 'superadmin' } })
  return account ? 'This installation holds accounts. A saved one can be restored into an empty one only.' : undefined
}
