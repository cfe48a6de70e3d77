import { toPoints } from '@cascade/contracts'
import { type Account as AccountView, creditTexts, levelOf } from '@cascade/contracts/accounts'
import { type Actor, authorOf, isInScope } from '@cascade/service-kit'
import type { Account } from '../accounts/account'
import { readViewContext, toAccountView, type ViewContext, withBalances } from '../accounts/account-view'
import type { AccountsDeps } from '../deps'
import type { TransferResult } from '../ledger'
import type { CreditRequest } from './credit-rules'

/** Data for the response: accounts of the level whose balance changes, and their view context. */
export type ResponseContext = { accounts: readonly Account[]; joined: ViewContext; receiverName: string }
export type CreditResult = ReturnType<typeof toCreditResult>

export function toCreditResult(
  { kind, role, userId, toUserId }: CreditRequest,
  { by, result, context }: { by: Actor; result: TransferResult; context: ResponseContext },
) {
  const { transferId, sourceBalance, destinationBalance } = result
  const [senderBalance, targetBalance] =
    kind === 'credit' ? [destinationBalance, sourceBalance] : [sourceBalance, destinationBalance]
  const target = targetBalance ?? 0n
  // When issuing points, sender and target are the same account.
  const sender = senderBalance ?? target
  const withNewBalances = withBalances(context.joined, [
    [userId, sender],
    [toUserId, target],
  ])
  const list: Record<string, AccountView[]> = {
    [levelOf(role).list]: context.accounts.map(account => toAccountView(account, withNewBalances)),
  }
  return {
    transactionId: transferId,
    senderWallet: toPoints(sender),
    receiverWallet: toPoints(target),
    by: authorOf(by),
    receiver: { _id: toUserId, username: context.receiverName, role, walletBalance: toPoints(target) },
    list,
  }
}

export async function toReplayedResult(
  deps: AccountsDeps,
  actor: Actor,
  request: CreditRequest,
  result: TransferResult,
): Promise<CreditResult> {
  const found = await deps.accounts.findMany([...new Set([request.toUserId, request.userId])])
  const accounts = found.filter(one => one.role === request.role && !one.deleted && isInScope(actor, one))
  const receiverName = found.find(({ _id }) => _id === request.toUserId)?.username ?? ''
  const context = { accounts, joined: await readViewContext(deps, actor, accounts), receiverName }
  return toCreditResult(request, { by: actor, result, context })
}

/** The specification puts the accounts under the level's list name, next to the other fields. */
export const toTransferResponse = ({ list, receiver: _, ...data }: CreditResult) => ({
  message: creditTexts.transferred,
  data: Object.assign(data, list),
})

export const toAdjustResponse = ({ list, ...data }: CreditResult) => ({
  message: creditTexts.adjusted,
  data: Object.assign(data, list),
})
