import type { TransferRecorded } from '@cascade/contracts/accounts'
import { type DayRow, ownersOf } from '../daybook/daybook'
import { type TransactionFacts, toTransaction } from './transaction'

export const transactionsName = 'transactions'
export type TransactionRow = Omit<DayRow, 'shelf'> & TransactionFacts

/** The rows of one transfer: one for each account that may read of it; none when the report does not list it. */
export function transactionRows({ data, at, seq }: TransferRecorded): TransactionRow[] {
  const facts = toTransaction(data)
  if (!facts) return []
  const shared = {
    ...facts,
    day: data.bizDate,
    at: new Date(at),
    seq,
    // A transfer is recorded when it is booked; none is ever pending.
    bucket: 'completed',
    text: [facts.transferId, facts.user, facts.recipient].join('\n').toLowerCase(),
  }
  const sides = [data.source, data.destination]
    .filter(side => Object.keys(side.ancestry).length > 0)
    .map(side => ({ id: side.walletId, ancestry: side.ancestry }))
  return [...ownersOf(sides)].map(([owner, self]) => ({
    _id: `${owner}|${facts.transferId}`,
    owner,
    self,
    ...shared,
  }))
}
