import { type AccountRole, toHundredths, toPoints } from '@cascade/contracts'
import { type CreditAdjustInput, creditTexts } from '@cascade/contracts/accounts'
import type { Ctx as Call } from '@cascade/service-kit'
import type { AccountsDeps, Ctx } from '../deps'
import { changedList } from './changed-list'
import { moveCredit, partiesOf } from './move-credit'
import { requireDistinct } from './sender-rules'

/** `credit` takes points back from an account below to the sender; `debit` gives them. */
export async function adjustCredit(
  deps: AccountsDeps,
  ctx: Ctx,
  role: AccountRole,
  input: CreditAdjustInput,
  call: Call,
  parentId?: string,
) {
  const { toUserId, userId, password, note, transactionType } = input
  const takesBack = transactionType === 'credit'
  const request = {
    ...{ role, toUserId, userId, password, note, amountField: 'adjustAmount' as const },
    ...(parentId === undefined ? {} : { parentId }),
    amount: toHundredths(input.adjustAmount),
  }
  const { sender, target, result } = await moveCredit(deps, ctx, request, call, parties => {
    requireDistinct(ctx.actor, parties.sender, parties.target)
    const [from, to] = takesBack ? [parties.target, parties.sender] : [parties.sender, parties.target]
    return { kind: transactionType, ...partiesOf(from, to) }
  })
  const [targetAfter, senderAfter] = takesBack
    ? [result.fromBalance, result.toBalance]
    : [result.toBalance, result.fromBalance]
  const changed = [target, ...(sender.role === role ? [sender] : [])]
  const receiverWallet = toPoints(targetAfter ?? 0n)
  return {
    message: creditTexts.adjusted,
    data: Object.assign(
      {
        transactionId: result.transferId,
        senderWallet: toPoints(senderAfter ?? 0n),
        receiverWallet,
        receiver: { _id: target._id, username: target.username, role: target.role, walletBalance: receiverWallet },
      },
      await changedList(deps, ctx, role, changed),
    ),
  }
}
