import { formatPoints, toPoints } from '@cascade/contracts'
import { type ReversalInput, reversalTexts } from '@cascade/contracts/accounts'
import {
  auditChanges,
  authorOf,
  type Call,
  type Ctx,
  nameOfActor,
  notFound,
  requirePermission,
} from '@cascade/service-kit'
import { ledgerActorOf } from '../accounts/account'
import { requireActor } from '../accounts/find-account'
import type { AccountsDeps } from '../deps'
import { confirmPassword } from '../identity/passwords/confirm-password'
import { approvalNeeded } from '../identity/policy/require-second-person'
import { type BookedTransfer, isApprovalNeeded, type ReversedTransfer, type TransferResult } from '../ledger'
import { bookByKey } from './book-by-key'
import { readParties, toLink, toParty } from './read-transfer'
import { notReversible, planReversal } from './reversal-rules'

type Input = ReversalInput & { transferId: string; sessionId: string | undefined }

/** Moves the points of a transfer back, once per transfer and once per `Idempotency-Key`. */
export async function reverseTransfer(deps: AccountsDeps, { ctx, input }: Call<Input>) {
  requirePermission(ctx, 'credit.reverse')
  const transfer = await deps.ledger.findTransfer(input.transferId)
  if (!transfer) throw notFound()
  const { amount, by, createdAt, kind } = transfer
  const reversal = {
    kind: 'reversal' as const,
    amount,
    note: input.reason,
    reverses: { transferId: input.transferId, kind, at: createdAt, by: nameOfActor(by) },
  }
  const [destination, source] = transfer.legs
  const content = source && destination && { ...reversal, source, destination }
  const book = (key: string) => reverseOnce(deps, ctx, { transfer, reversal, input, key })
  // A posting of a game has no content: it is rejected, with the reason only for those who may see it.
  const data = await (content
    ? bookByKey(deps, ctx, { content, book, replay: booked => toResult(ctx, transfer, reversal.reverses, booked) })
    : book(''))
  return { message: reversalTexts.reversed, data }
}

type Attempt = {
  transfer: BookedTransfer
  reversal: { kind: 'reversal'; amount: bigint; note: string; reverses: ReversedTransfer }
  input: Input
  key: string
}

/** Reads and plans before the ledger writes, which alone decides that the transfer is reversed once. */
async function reverseOnce(deps: AccountsDeps, ctx: Ctx, { transfer, reversal, input, key }: Attempt) {
  const [actor, parties] = await Promise.all([requireActor(deps, ctx), readParties(deps, ctx.actor, transfer)])
  const { account, source, destination, preconditions } = planReversal(ctx.actor, transfer, {
    ...parties,
    actor,
    now: deps.now(),
  })
  await confirmPassword(deps, ctx, { account, password: input.password })
  const request = { ...reversal, key, source, destination, actor: ledgerActorOf(ctx.actor) }
  const { passwordVersion } = account
  const checks = { preconditions, passwordVersion, sessionId: input.sessionId, correlationId: ctx.requestId }
  const result = await deps.ledger.transfer({ ...request, ...checks }).catch((error: unknown) => {
    const details = { from: source.username, to: destination.username }
    const need = { operation: 'credit.adjust' as const, amount: reversal.amount, payerId: source.walletId, details }
    throw isApprovalNeeded(error) ? approvalNeeded(need) : error
  })
  if (result.replayed) ctx.setHeader('Idempotent-Replayed', 'true')
  const points = formatPoints(toPoints(reversal.amount))
  auditChanges(ctx, [{ field: 'points', before: `${points} ${source.username}`, after: destination.username }])
  return toResult(ctx, transfer, reversal.reverses, result)
}

function toResult(
  { actor }: Pick<Ctx, 'actor'>,
  { amount, legs: [to, from] }: BookedTransfer,
  reverses: ReversedTransfer,
  { transferId, sourceBalance, destinationBalance }: TransferResult,
) {
  if (!from || !to) throw notReversible(reversalTexts.notReversible)
  return {
    transactionId: transferId,
    amount: toPoints(amount),
    from: toParty(from, sourceBalance),
    to: toParty(to, destinationBalance),
    by: authorOf(actor),
    reverses: toLink(reverses),
  }
}
