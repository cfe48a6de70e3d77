import type { Db } from 'mongodb'
import { transfersOf } from './collections'

/** Whether money has ever moved; the gates that an idle engine closes move none. */
export const hasTransfers = async (db: Db): Promise<boolean> =>
  (await transfersOf(db).findOne({ amount: { $gt: 0n } }, { projection: { _id: 1 } })) !== null
