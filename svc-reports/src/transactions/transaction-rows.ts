import type { TransferRecorded } from '@cascade/contracts/accounts'
import { type DayRow, ownersOf } from '../daybook/daybook'
import { type TransactionFacts, toTransaction } from './transaction'

export const transactionsName = 'transactions'
export type TransactionRow = Omit<DayRow, 'shelf'> & TransactionFacts

/** The rows of one movement: one for each account that may read of it; none when the report does not list it. */
export function transactionRows({ data, at, seq }: TransferRecorded): TransactionRow[] {
  const facts = toTransaction(data)
  if (!facts) return []
  const shared = {
    ...facts,
    day: data.bizDate,
    at: new Date(at),
    seq,
    // A movement is recorded when it is booked; none is ever pending.
    bucket: 'completed',
    text: [facts.transferId, facts.user, facts.recipient].join('\n').toLowerCase(),
  }
  const parties = [data.from, data.to]
    .filter(party => Object.keys(party.line).length > 0)
    .map(party => ({ id: party.walletId, line: party.line }))
  return [...ownersOf(parties)].map(([owner, self]) => ({
    _id: `${owner}|${facts.transferId}`,
    owner,
    self,
    ...shared,
  }))
}
