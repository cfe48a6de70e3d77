import { toHundredths } from '@cascade/contracts'
import { type CreditAdjustInput, creditTexts } from '@cascade/contracts/accounts'
import type { Ask } from '@cascade/service-kit'
import { walletRefOf } from '../accounts/rules/wallet-ref'
import { retryOnConflict } from '../accounts/store/retry-on-conflict'
import { confirmPassword } from '../credentials/confirm-password'
import type { AccountsDeps } from '../deps'
import { authoriseCredit, type CreditSides } from './authorise-credit'
import { bookCredit, keyOf } from './book-credit'
import { creditAnswer } from './credit-answer'
import { requireActive, requireDistinct } from './sender-rules'

type Adjustment = CreditSides & Pick<CreditAdjustInput, 'adjustAmount' | 'transactionType' | 'password' | 'note'>

/** `credit` takes points back from an account below to the sender; `debit` gives them. */
export async function adjustCredit(deps: AccountsDeps, { ctx, input }: Ask<Adjustment>) {
  const { role, password, note, transactionType } = input
  const takesBack = transactionType === 'credit'
  const key = keyOf(deps, ctx)
  return retryOnConflict(async () => {
    const authorised = await authoriseCredit(deps, ctx, input)
    const { actor, sender, target, preconditions } = authorised
    requireDistinct(ctx.actor, sender, target)
    requireActive(sender, target)
    await confirmPassword(deps, ctx, { account: actor, password })
    const [source, destination] = takesBack ? [target, sender] : [sender, target]
    const { transferId, sourceBalance, destinationBalance } = await bookCredit(deps, ctx, {
      ...{ key, kind: transactionType, note, preconditions, amountField: 'adjustAmount' },
      source: walletRefOf(source),
      destination: walletRefOf(destination),
      amount: toHundredths(input.adjustAmount),
    })
    const [left, received] = [sourceBalance ?? 0n, destinationBalance ?? 0n]
    const after = takesBack ? { sender: received, target: left } : { sender: left, target: received }
    const { list, ...balances } = creditAnswer(role, authorised, { transferId, ...after })
    const { _id, username } = target
    const receiver = { _id, username, role, walletBalance: balances.receiverWallet }
    return { message: creditTexts.adjusted, data: Object.assign({ ...balances, receiver }, list) }
  })
}
