import { can, toHundredths } from '@cascade/contracts'
import { type CreditTransferInput, creditTexts } from '@cascade/contracts/accounts'
import { type Ask, forbidden } from '@cascade/service-kit'
import { issuerRef, walletRefOf } from '../accounts/rules/wallet-ref'
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

type Transfer = CreditSides & Pick<CreditTransferInput, 'transferAmount' | 'password' | 'note'>

/**
 * Passes points from the sender to an account below. A superadmin's transfer to themselves issues new points: the only
 * way they come to exist.
 */
export async function transferCredit(deps: AccountsDeps, { ctx, input }: Ask<Transfer>) {
  const { role, password, note = '', toUserId, userId = ctx.actor.accountId } = input
  const key = keyOf(deps, ctx)
  const by = actedBy(ctx.actor)
  const amount = toHundredths(input.transferAmount)
  const isIssue = toUserId === ctx.actor.accountId && userId === toUserId

  const plan = ({ actor, sender, target, preconditions }: Parties) => {
    if (isIssue && !can(ctx.actor.role, 'credit.issue')) throw forbidden()
    if (!isIssue) requireDistinct(ctx.actor, sender, target)
    requireActive(sender, target)
    const source = isIssue ? issuerRef : walletRefOf(sender)
    return { account: provedBy(actor), sides: { preconditions, source, destination: walletRefOf(target) } }
  }

  const work = () =>
    retryOnConflict(async () => {
      const { planned, confirm, authorised } = await planCredit(deps, { ctx, sides: input, plan })
      await confirmPassword(deps, ctx, { account: planned.account, password })
      const { transferId, sourceBalance, destinationBalance } = await bookCredit(deps, ctx, {
        ...{ key, kind: isIssue ? 'generated' : 'transfer', note, amount, amountField: 'transferAmount' },
        ...{ ...planned.sides, confirm },
      })
      const received = destinationBalance ?? 0n
      const after = { transferId, sender: sourceBalance ?? received, target: received }
      const { list, ...balances } = creditAnswer(role, await authorised(), after)
      return { message: creditTexts.transferred, data: Object.assign({ ...balances, by }, list) }
    })

  const wish = {
    ...{ kind: isIssue ? ('generated' as const) : ('transfer' as const), amount, note },
    source: { walletId: isIssue ? issuerRef.walletId : userId },
    destination: { walletId: toUserId },
  }
  const answer = async ({ transferId, sourceBalance, destinationBalance }: TransferResult) => {
    const target = destinationBalance ?? 0n
    const sides = { senderId: userId, targetId: toUserId, sender: sourceBalance ?? target, target }
    const { list, targetName: _, ...told } = await replayedAnswer(deps, ctx, role, { transferId, ...sides })
    return { message: creditTexts.transferred, data: Object.assign({ ...told, by }, list) }
  }
  return orBooked(deps, ctx, { key, wish, answer }, work)
}
