import { can, toHundredths } from '@cascade/contracts'
import {
  type ActedBy,
  type CreditAdjustInput,
  type CreditTransferInput,
  creditTexts,
} from '@cascade/contracts/accounts'
import { AppError, type Ask, bookingKeyOf, type Ctx, forbidden } from '@cascade/service-kit'
import { issuerRef, ledgerActorOf, walletRefOf } from '../accounts/account'
import { retryOnConflict } from '../accounts/create-account'
import { confirmPassword, provedBy } from '../credentials/confirm-password'
import type { AccountsDeps } from '../deps'
import { type Ledger, LedgerRefusal, type TransferResult } from '../ledger'
import { creditAnswer, orBooked, replayedAnswer } from './answers'
import { type CreditSides, type Parties, planCredit, requireActive, requireDistinct } from './credit-rules'

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

type TransferRequest = Parameters<Ledger['transfer']>[0]
type CreditBooking = Pick<
  TransferRequest,
  'kind' | 'source' | 'destination' | 'amount' | 'preconditions' | 'confirm'
> & {
  /** The same for every try of one call. */
  key: string
  note: string
  /** Field of the request at which a refused amount is told. */
  amountField: 'transferAmount' | 'adjustAmount'
}

/** One key books once; a call without a key is booked for itself. */
const keyOf = (deps: Pick<AccountsDeps, 'newId'>, { idempotencyKey }: Pick<Ctx, 'idempotencyKey'>) =>
  idempotencyKey === undefined ? `once:${deps.newId()}` : bookingKeyOf(idempotencyKey)

/** Who acted, as every answer tells it. */
const actedBy = ({ accountId, username, role }: Ctx['actor']): ActedBy => ({ accountId, username, role })

/** Books what was authorised. Nothing is read after it: the answer is made of what it returns. */
async function bookCredit(
  deps: Pick<AccountsDeps, 'ledger'>,
  ctx: Pick<Ctx, 'actor' | 'requestId' | 'setHeader'>,
  { amountField, ...booking }: CreditBooking,
) {
  try {
    const request = { ...booking, actor: ledgerActorOf(ctx.actor), correlationId: ctx.requestId }
    const result = await deps.ledger.transfer(request)
    if (result.replayed) ctx.setHeader('Idempotent-Replayed', 'true')
    return result
  } catch (error) {
    throw atField(error, amountField)
  }
}

/** Attaches refusals for lack of funds or beyond the limits to the amount, in the words of the operation. */
function atField(error: unknown, field: CreditBooking['amountField']): unknown {
  if (!(error instanceof LedgerRefusal) || !['INSUFFICIENT', 'LIMIT'].includes(error.reason)) return error
  const message = error.reason === 'LIMIT' ? creditTexts[field] : error.message
  return new AppError('VALIDATION', message, { reason: error.reason, errors: { [field]: message }, cause: error })
}
