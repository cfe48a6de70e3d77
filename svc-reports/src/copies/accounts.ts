import { TransferRecorded } from '@cascade/contracts/accounts'
import { accountTreePlans, accountTreeSchemas, type Feed, projectAccountTree } from '@cascade/service-kit'
import { writeRows } from '../daybook/write-rows'
import { transactionRows, transactionsName } from '../transactions/transaction-rows'

const transferType = TransferRecorded.shape.type.value

/** What the accounts domain tells: the tree, and every transfer of points; one cursor for both keeps their order. */
export const accountsFeed: Feed = {
  producer: 'accounts',
  name: 'reports',
  plans: accountTreePlans,
  schemas: { ...accountTreeSchemas, [transferType]: TransferRecorded },
  async project(db, events, tx) {
    await projectAccountTree(db, events, tx)
    const transfers = events.filter((event): event is TransferRecorded => event.type === transferType)
    await writeRows(db, transactionsName, transfers.flatMap(transactionRows), tx)
  },
}
