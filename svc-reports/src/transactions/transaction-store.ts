import { type Fact, readPage } from '@cascade/service-kit'
import type { Db, Filter } from 'mongodb'
import type { TimeList } from '../lists/time-list'
import type { TransactionFact } from './transaction-facts'
import { transactionsName } from './transactions-view'

/** The credit operations of one reader, in the generation that is read. */
export function transactionsOf(
  db: Db,
  prefix: string,
  reader: string,
  match: Filter<Fact> | undefined,
): TimeList<TransactionFact> {
  const name = transactionsName(prefix)
  const facts = db.collection<TransactionFact>(name)
  return {
    read: (within, paging) => readPage<TransactionFact>(db, name, [{ reader, match, ...within }], paging),
    idAt: async ordinal => (await facts.findOne({ _id: ordinal }))?.transferId,
    async ordinalOf(id) {
      const fact = await facts.findOne({ transferId: id })
      return fact ? Number(fact._id) : undefined
    },
  }
}
