import { type AccountRole, can, toHundredths, toPoints } from '@cascade/contracts'
import { type CreditTransferInput, creditTexts } from '@cascade/contracts/accounts'
import { type Ctx as Call, forbidden } from '@cascade/service-kit'
import { isSelf } from '../accounts/account'
import { issuerParty } from '../accounts/party'
import type { AccountsDeps, Ctx } from '../deps'
import { changedList } from './changed-list'
import { moveCredit, partiesOf } from './move-credit'
import { requireDistinct } from './sender-rules'

/**
 * Passes points from the sender to an account below. A superadmin's transfer to himself issues new points: the only
 * way they come to exist.
 */
export async function transferCredit(
  deps: AccountsDeps,
  ctx: Ctx,
  role: AccountRole,
  input: CreditTransferInput,
  call: Call,
  parentId?: string,
) {
  const { toUserId, userId, password, note } = input
  const request = {
    ...{ role, toUserId, userId, password, note, amountField: 'transferAmount' as const },
    ...(parentId === undefined ? {} : { parentId }),
    amount: toHundredths(input.transferAmount),
  }
  const { sender, target, result } = await moveCredit(deps, ctx, request, call, parties => {
    if (isSelf(ctx.actor, parties.target) && parties.sender._id === parties.target._id) {
      if (!can(ctx.actor.role, 'credit.issue')) throw forbidden()
      return { kind: 'generated', from: issuerParty, to: partiesOf(parties.sender, parties.target).to }
    }
    requireDistinct(ctx.actor, parties.sender, parties.target)
    return { kind: 'transfer', ...partiesOf(parties.sender, parties.target) }
  })
  const changed = [target, ...(sender.role === role && sender._id !== target._id ? [sender] : [])]
  const receiverWallet = toPoints(result.toBalance ?? 0n)
  return {
    message: creditTexts.transferred,
    data: Object.assign(
      {
        transactionId: result.transferId,
        senderWallet: result.fromBalance === null ? receiverWallet : toPoints(result.fromBalance),
        receiverWallet,
      },
      await changedList(deps, ctx, role, changed),
    ),
  }
}
