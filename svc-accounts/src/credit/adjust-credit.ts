import { toHundredths } from '@cascade/contracts'
import { type CreditAdjustInput, creditTexts } from '@cascade/contracts/accounts'
import type { Ask } from '@cascade/service-kit'
import { walletRefOf } from '../accounts/rules/wallet-ref'
import { retryOnConflict } from '../accounts/store/retry-on-conflict'
import { confirmPassword, provedBy } from '../credentials/confirm-password'
import type { AccountsDeps } from '../deps'
import type { TransferResult } from '../ledger'
import { orBooked, replayedAnswer } from './answer-booked'
import type { CreditSides, Parties } from './authorise-credit'
import { actedBy, bookCredit, keyOf } from './book-credit'
import { creditAnswer } from './credit-answer'
import { planCredit } from './plan-credit'
import { requireActive, requireDistinct } from './sender-rules'

type Adjustment = CreditSides & Pick<CreditAdjustInput, 'adjustAmount' | 'transactionType' | 'password' | 'note'>

/** `credit` takes points back from an account below to the sender; `debit` gives them. */
export async function adjustCredit(deps: AccountsDeps, { ctx, input }: Ask<Adjustment>) {
  const { role, password, note = '', transactionType, toUserId, userId = ctx.actor.accountId } = input
  const takesBack = transactionType === 'credit'
  const key = keyOf(deps, ctx)
  const by = actedBy(ctx.actor)
  const amount = toHundredths(input.adjustAmount)
  const sidesOf = ({ sourceBalance, destinationBalance }: TransferResult) => {
    const [left, received] = [sourceBalance ?? 0n, destinationBalance ?? 0n]
    return takesBack ? { sender: received, target: left } : { sender: left, target: received }
  }

  const plan = ({ actor, sender, target, preconditions }: Parties) => {
    requireDistinct(ctx.actor, sender, target)
    requireActive(sender, target)
    const [source, destination] = takesBack ? [target, sender] : [sender, target]
    const sides = { preconditions, source: walletRefOf(source), destination: walletRefOf(destination) }
    return { account: provedBy(actor), sides }
  }

  const work = () =>
    retryOnConflict(async () => {
      const { planned, confirm, authorised } = await planCredit(deps, { ctx, sides: input, plan })
      await confirmPassword(deps, ctx, { account: planned.account, password })
      const result = await bookCredit(deps, ctx, {
        ...{ key, kind: transactionType, note, amountField: 'adjustAmount', amount },
        ...{ ...planned.sides, confirm },
      })
      const after = { transferId: result.transferId, ...sidesOf(result) }
      const parties = await authorised()
      const { list, ...balances } = creditAnswer(role, parties, after)
      const { _id, username } = parties.target
      const receiver = { _id, username, role, walletBalance: balances.receiverWallet }
      return { message: creditTexts.adjusted, data: Object.assign({ ...balances, by, receiver }, list) }
    })

  const [source, destination] = takesBack ? [toUserId, userId] : [userId, toUserId]
  const wish = {
    ...{ kind: transactionType, amount, note },
    ...{ source: { walletId: source }, destination: { walletId: destination } },
  }
  const answer = async (result: TransferResult) => {
    const sides = { transferId: result.transferId, senderId: userId, targetId: toUserId, ...sidesOf(result) }
    const { list, targetName, ...told } = await replayedAnswer(deps, ctx, role, sides)
    const receiver = { _id: toUserId, username: targetName, role, walletBalance: told.receiverWallet }
    return { message: creditTexts.adjusted, data: Object.assign({ ...told, by, receiver }, list) }
  }
  return orBooked(deps, ctx, { key, wish, answer }, work)
}
