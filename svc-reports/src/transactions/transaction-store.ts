import { type Fact, type Hidden, readPage } from '@cascade/service-kit'
import type { Db, Filter } from 'mongodb'
import type { TimeList } from '../lists/time-list'
import { visibleParts } from '../lists/visible-parts'
import type { TransactionFact } from './transaction-facts'
import { transactionsName } from './transactions-view'

type List = { reader: string; match: Filter<Fact> | undefined; hidden: Hidden[][] }

/** The credit operations of one reader, without what is hidden: first those of operators, then those of players. */
export function transactionsOf(
  { db, prefix, zone }: { db: Db; prefix: string; zone: string },
  { reader, match, hidden }: List,
): TimeList<TransactionFact> {
  const name = transactionsName(prefix)
  const kinds = hidden.map((days, index) => ({ match: { withPlayer: index === 1 } as Filter<Fact>, hidden: days }))
  const facts = db.collection<TransactionFact>(name)
  return {
    read: (within, paging) =>
      readPage<TransactionFact>(db, name, visibleParts({ reader, match, ...within }, kinds, zone), paging),
    idAt: async ordinal => (await facts.findOne({ _id: ordinal }))?.transferId,
    async ordinalOf(id) {
      const fact = await facts.findOne({ transferId: id })
      return fact ? Number(fact._id) : undefined
    },
  }
}
