import { type EventPerson, formatPoints, isRole, toPoints, toSearchKey } from '@cascade/contracts'
import { creditFeedName, TransferRecorded } from '@cascade/contracts/accounts'
import type { transactionTypes } from '@cascade/contracts/reports'
import { agentsOf, nameOfActor } from '@cascade/service-kit'
import type { Projection } from '../runtime/generations'
import { readersOf } from '../time-lists/readers'
import { appendFacts, type Entry, type Fact, factCollections } from '../time-lists/time-lists'

type Transfer = TransferRecorded['data']
type Party = Transfer['source']

/** A transfer as reported; `amount` is the effect on the recipient, in hundredths. */
type TransactionSummary = {
  transferId: string
  user: string
  recipient: string
  amount: bigint
  type: (typeof transactionTypes)[number]
  newBalance: bigint
  message: string
}

type Direction = { user: Party; recipient: Party; balance: string | null; sign: 1n | -1n }

/**
 * The reported transaction; undefined for stakes, wins and pools.
 * @throws Error when the recipient has no balance, which no credit operation produces
 */
export function toTransaction(transfer: Transfer): TransactionSummary | undefined {
  const type = typeOf(transfer)
  if (!type) return undefined
  if (transfer.reverses) return toReversal(transfer, transfer.reverses)
  const { user, recipient, balance, sign } = directionOf(type, transfer)
  if (balance === null) throw new Error(`The recipient of ${transfer.transferId} has no balance.`)
  const amount = BigInt(transfer.amount)
  return {
    transferId: transfer.transferId,
    user: user.username,
    recipient: recipient.username,
    amount: sign * amount,
    type,
    newBalance: BigInt(balance),
    message: buildMessage(transfer, formatPoints(toPoints(amount))),
  }
}

/** The same columns as the reversed transfer, with the opposite amount. */
function toReversal(transfer: Transfer, { kind }: NonNullable<Transfer['reverses']>): TransactionSummary | undefined {
  const { source, destination, sourceBalance, destinationBalance, reverses, ...rest } = transfer
  const balances = { sourceBalance: destinationBalance, destinationBalance: sourceBalance }
  const reversed = toTransaction({ ...rest, kind, source: destination, destination: source, ...balances })
  return (
    reversed && { ...reversed, amount: -reversed.amount, type: 'reversal', message: `Reversal: ${reversed.message}` }
  )
}

/** The balance of a deleted superadmin returns to the issuer, which is no account: reported as points taken back. */
function typeOf({ kind, destinationBalance }: Transfer): TransactionSummary['type'] | undefined {
  switch (kind) {
    case 'transfer':
    case 'generated':
    case 'credit':
    case 'debit':
    case 'reversal':
    case 'commission':
      return kind
    case 'return':
      return destinationBalance === null ? 'credit' : 'transfer'
    case 'stake':
    case 'win':
    case 'pool':
      return undefined
  }
}

/** `credit` takes points back: its recipient is the party that gave them. */
function directionOf(type: TransactionSummary['type'], transfer: Transfer): Direction {
  return type === 'credit'
    ? { user: transfer.destination, recipient: transfer.source, balance: transfer.sourceBalance, sign: -1n }
    : { user: transfer.source, recipient: transfer.destination, balance: transfer.destinationBalance, sign: 1n }
}

function buildMessage({ kind, note, source, destination }: Transfer, points: string): string {
  const sentence = buildSentence(kind, source.username, destination.username, points)
  return note ? `${sentence} ${note}` : sentence
}

function buildSentence(kind: Transfer['kind'], from: string, to: string, points: string): string {
  switch (kind) {
    case 'generated':
      return `${points} generated for ${to}.`
    case 'credit':
      return `${to} took ${points} back from ${from}.`
    case 'commission':
      return `${from} paid ${to} a commission of ${points}.`
    case 'return':
      return `${points} of ${from} returned to ${to}.`
    default:
      return `${from} transferred ${points} to ${to}.`
  }
}

/** The balance of a deleted account. Facts have no kind of it: no other sentence begins like this. */
export const isReturn = ({ message }: Pick<TransactionSummary, 'message'>) => /^[\d,.]+ of /.test(message)

export type TransactionFact = Fact &
  TransactionSummary & {
    by: { username: string; role: string; person?: EventPerson; approvedBy?: string } | null
    /** Whether a player took part: such transactions are cleared separately. */
    withPlayer: boolean
    text: string
    /** The reversed transfer, on reversals only. */
    reverses?: { transferId: string; at: Date; by: string }
  }

/** The list entry of a transfer; none if it is not reported. */
export function toTransactionEntries({ data, at, seq, actor }: TransferRecorded): Entry<TransactionFact>[] {
  const summary = toTransaction(data)
  if (!summary) return []
  const by = actor?.username ? { username: actor.username, role: actor.role ?? '', ...agentsOf(actor) } : null
  const { transferId, user, recipient, message } = summary
  const { reverses } = data
  // Without a person as earlier versions wrote it: another text would need a rebuild.
  const author = by && nameOfActor(by)
  const columns = [transferId, user, recipient, message, author, by?.approvedBy, reverses?.transferId]
  const text = columns.map(each => toSearchKey(each ?? '')).join('\n')
  const withPlayer = [data.source, data.destination].some(({ role }) => role === 'player')
  const fact: TransactionFact = {
    ...{ _id: seq, ...summary, by, withPlayer, day: data.bizDate, at: new Date(at), text },
    ...(reverses && { reverses: { transferId: reverses.transferId, at: new Date(reverses.at), by: reverses.by } }),
  }
  const parties = [data.source, data.destination]
    .filter(({ role }) => isRole(role))
    .map(({ walletId, role, ancestry }) => ({ id: walletId, role, ancestry }))
  return [{ fact, readers: readersOf(parties) }]
}

const transferType = TransferRecorded.shape.type.value

export const transactionsName = (prefix: string) => `${prefix}transactions`

export const transactionsProjection: Projection = {
  producer: 'accounts',
  feed: creditFeedName,
  collections: prefix =>
    factCollections(transactionsName(prefix), {
      indexes: [{ key: { transferId: 1 } }, { key: { 'reverses.transferId': 1 }, options: { sparse: true } }],
    }),
  schemas: { [transferType]: TransferRecorded },
  async project(db, prefix, events, tx) {
    const transfers = events.filter((event): event is TransferRecorded => event.type === transferType)
    await appendFacts(db, transactionsName(prefix), transfers.flatMap(toTransactionEntries), tx)
  },
}
