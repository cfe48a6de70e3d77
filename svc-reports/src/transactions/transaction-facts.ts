import { isRole } from '@cascade/contracts'
import type { TransferRecorded } from '@cascade/contracts/accounts'
import type { Entry, Fact } from '@cascade/service-kit'
import { readersOf } from '../lists/readers'
import { type TransactionFacts, toTransaction } from './transaction'

export type TransactionFact = Fact &
  TransactionFacts & {
    /** Who acted. */
    by: { username: string; role: string } | null
    /** Whether a player took part: such operations are cleared apart from the others. */
    withPlayer: boolean
    /** What is searched in, lower case. */
    text: string
  }

/** The entry of one transfer in the report's lists; none when the report does not show it. */
export function transactionEntries({ data, at, seq, actor }: TransferRecorded): Entry<TransactionFact>[] {
  const facts = toTransaction(data)
  if (!facts) return []
  const by = actor?.username ? { username: actor.username, role: actor.role ?? '' } : null
  const text = [facts.transferId, facts.user, facts.recipient, by?.username].join('\n').toLowerCase()
  const withPlayer = [data.source, data.destination].some(({ role }) => role === 'player')
  const fact = { _id: seq, ...facts, by, withPlayer, day: data.bizDate, at: new Date(at), text }
  const parties = [data.source, data.destination]
    .filter(({ role }) => isRole(role))
    .map(({ walletId, role, ancestry }) => ({ id: walletId, role, ancestry }))
  return [{ fact, readers: readersOf(parties) }]
}
