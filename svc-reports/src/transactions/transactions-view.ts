import { creditFeedName, TransferRecorded } from '@cascade/contracts/accounts'
import { appendFacts, audiencePlans } from '@cascade/service-kit'
import type { View } from '../views/view'
import { transactionEntries } from './transaction-facts'

const transferType = TransferRecorded.shape.type.value

export const transactionsName = (prefix: string) => `${prefix}transactions`

/** The lists of credit operations. */
export const transactionsView: View = {
  producer: 'accounts',
  feed: creditFeedName,
  plans: prefix => audiencePlans(transactionsName(prefix), { indexes: [{ key: { transferId: 1 } }] }),
  schemas: { [transferType]: TransferRecorded },
  async project(db, prefix, events, tx) {
    const transfers = events.filter((event): event is TransferRecorded => event.type === transferType)
    await appendFacts(db, transactionsName(prefix), transfers.flatMap(transactionEntries), tx)
  },
}
