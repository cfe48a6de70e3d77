import { type AccountRole, toPoints } from '@cascade/contracts'
import { type Account as AccountView, baseOf } from '@cascade/contracts/accounts'
import { viewOf, withBalances } from '../accounts/read/account-view'
import type { Authorised } from './authorise-credit'

/** Balances of both sides after a booking, in hundredths. */
export type After = { transferId: string; sender: bigint; target: bigint }

/**
 * What a credit call answers: both balances, and the accounts of the level whose balance changed under the level's
 * list name, never the whole level. All of it is what was read before and what the booking has left.
 */
export function creditAnswer(
  role: AccountRole,
  { sender, target, shown, joined }: Authorised,
  after: After,
): { transactionId: string; senderWallet: number; receiverWallet: number; list: Record<string, AccountView[]> } {
  const left = withBalances(joined, [
    [sender._id, after.sender],
    [target._id, after.target],
  ])
  return {
    transactionId: after.transferId,
    senderWallet: toPoints(after.sender),
    receiverWallet: toPoints(after.target),
    list: { [baseOf(role).list]: shown.map(account => viewOf(account, left)) },
  }
}
