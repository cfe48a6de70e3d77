import { toPoints } from '@cascade/contracts'
import { type Account as AccountView, creditTexts, levelOf } from '@cascade/contracts/accounts'
import { type Actor, isInScope } from '@cascade/service-kit'
import type { Account } from '../accounts/account'
import { type Joined, joinedOf, viewOf, withBalances } from '../accounts/account-view'
import type { AccountsDeps } from '../deps'
import type { TransferResult } from '../ledger'
import type { CreditOrder } from './credit-rules'

/** The accounts of the level whose balance changes, never the whole level, with what their answers show of others. */
export type Shown = { accounts: readonly Account[]; joined: Joined; receiverName: string }
export type CreditBooked = ReturnType<typeof creditAnswer>

/** What a credit call answers, of what was read before and of what the booking has left. */
export function creditAnswer(
  { kind, role, userId, toUserId }: CreditOrder,
  { by, result, shown }: { by: Actor; result: TransferResult; shown: Shown },
) {
  const { transferId, sourceBalance, destinationBalance } = result
  const [ofSender, ofTarget] =
    kind === 'credit' ? [destinationBalance, sourceBalance] : [sourceBalance, destinationBalance]
  const target = ofTarget ?? 0n
  // Who issues points is both sides.
  const sender = ofSender ?? target
  const left = withBalances(shown.joined, [
    [userId, sender],
    [toUserId, target],
  ])
  const list: Record<string, AccountView[]> = {
    [levelOf(role).list]: shown.accounts.map(account => viewOf(account, left)),
  }
  return {
    transactionId: transferId,
    senderWallet: toPoints(sender),
    receiverWallet: toPoints(target),
    by: { accountId: by.accountId, username: by.username, role: by.role },
    receiver: { _id: toUserId, username: shown.receiverName, role, walletBalance: toPoints(target) },
    list,
  }
}

/** What the first answer said, with the accounts of the level that are still in the actor's scope. */
export async function repeatedAnswer(
  deps: AccountsDeps,
  actor: Actor,
  order: CreditOrder,
  result: TransferResult,
): Promise<CreditBooked> {
  const found = await deps.accounts.findMany([...new Set([order.toUserId, order.userId])])
  const accounts = found.filter(one => one.role === order.role && !one.deleted && isInScope(actor, one))
  const receiverName = found.find(({ _id }) => _id === order.toUserId)?.username ?? ''
  const shown = { accounts, joined: await joinedOf(deps, actor, accounts), receiverName }
  return creditAnswer(order, { by: actor, result, shown })
}

/** The list stands under the level's list name, beside the rest. */
export const transferred = ({ list, receiver: _, ...data }: CreditBooked) => ({
  message: creditTexts.transferred,
  data: Object.assign(data, list),
})

export const adjusted = ({ list, ...data }: CreditBooked) => ({
  message: creditTexts.adjusted,
  data: Object.assign(data, list),
})
