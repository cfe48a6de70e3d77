import type { CashAccount, CashEntry } from '@cascade/contracts/accounts'
import { formatDateTime, formatPoints } from '@cascade/ui-kit'
import { currentAccountTexts } from './texts'

type Balance = { parent: Pick<CashAccount['parent'], '_id' | 'username'> } & {
  child: Pick<CashAccount['child'], '_id' | 'username'>
  balance: number
}

/** The balance in words. @param viewerId the account called "you"; absent on paper, which has several readers */
export function describeBalance({ parent, child, balance }: Balance, viewerId?: string): string {
  const { text } = currentAccountTexts
  if (balance === 0) {
    if (viewerId === parent._id) return text('even_you', { other: child.username })
    if (viewerId === child._id) return text('even_you', { other: parent.username })
    return text('even_both', { one: parent.username, other: child.username })
  }
  const [debtor, creditor] = balance > 0 ? [child, parent] : [parent, child]
  const values = { debtor: debtor.username, creditor: creditor.username, amount: formatPoints(Math.abs(balance)) }
  if (viewerId === creditor._id) return text('owed_you', values)
  return text(viewerId === debtor._id ? 'owed_byYou' : 'owed_both', values)
}

/** The other entry of a reversal, in words; empty without one. */
export function describeReversal({ reverses, reversedBy }: Pick<CashEntry, 'reverses' | 'reversedBy'>): string {
  const link = reverses ?? reversedBy
  if (!link) return ''
  const values = { time: formatDateTime(link.createdAt), by: link.by }
  return currentAccountTexts.text(reverses ? 'reverses' : 'reversedBy', values)
}
