import { can, toHundredths } from '@cascade/contracts'
import { type CreditTransferInput, creditTexts } from '@cascade/contracts/accounts'
import { type Ask, forbidden } from '@cascade/service-kit'
import { isSelf } from '../accounts/rules/account'
import { issuerRef, walletRefOf } from '../accounts/rules/wallet-ref'
import { retryOnConflict } from '../accounts/store/retry-on-conflict'
import { confirmPassword } from '../credentials/confirm-password'
import type { AccountsDeps } from '../deps'
import { authoriseCredit, type CreditSides } from './authorise-credit'
import { bookCredit, keyOf } from './book-credit'
import { creditAnswer } from './credit-answer'
import { requireActive, requireDistinct } from './sender-rules'

type Transfer = CreditSides & Pick<CreditTransferInput, 'transferAmount' | 'password' | 'note'>

/**
 * Passes points from the sender to an account below. A superadmin's transfer to themselves issues new points: the only
 * way they come to exist.
 */
export async function transferCredit(deps: AccountsDeps, { ctx, input }: Ask<Transfer>) {
  const { role, password, note } = input
  const key = keyOf(deps, ctx)
  return retryOnConflict(async () => {
    const authorised = await authoriseCredit(deps, ctx, input)
    const { actor, sender, target, preconditions } = authorised
    const isIssue = isSelf(ctx.actor, target) && sender._id === target._id
    if (isIssue && !can(ctx.actor.role, 'credit.issue')) throw forbidden()
    if (!isIssue) requireDistinct(ctx.actor, sender, target)
    requireActive(sender, target)
    await confirmPassword(deps, ctx, { account: actor, password })
    const { transferId, sourceBalance, destinationBalance } = await bookCredit(deps, ctx, {
      ...{ key, kind: isIssue ? 'generated' : 'transfer', note, preconditions, amountField: 'transferAmount' },
      source: isIssue ? issuerRef : walletRefOf(sender),
      destination: walletRefOf(target),
      amount: toHundredths(input.transferAmount),
    })
    const received = destinationBalance ?? 0n
    const after = { transferId, sender: sourceBalance ?? received, target: received }
    const { list, ...balances } = creditAnswer(role, authorised, after)
    return { message: creditTexts.transferred, data: Object.assign(balances, list) }
  })
}
