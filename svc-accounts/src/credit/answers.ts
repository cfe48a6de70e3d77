import { type AccountRole, toPoints } from '@cascade/contracts'
import { type Account as AccountView, baseOf } from '@cascade/contracts/accounts'
import { AppError, type Ctx, isInScope } from '@cascade/service-kit'
import { joinedOf, viewOf, withBalances } from '../accounts/account-view'
import type { AccountsDeps } from '../deps'
import type { Ledger, TransferResult } from '../ledger'
import type { Authorised } from './credit-rules'

type Wish = Parameters<Ledger['booked']>[2]
type KeyedCtx = Pick<Ctx, 'actor' | 'idempotencyKey' | 'setHeader'>

/** Refusals that the ledger keeps: the same key will be refused for ever. */
const finalReasons = ['INSUFFICIENT', 'LIMIT', 'KEY_REUSED']

/**
 * Answers a call whose key was booked before, whatever stands against it by now: a mistyped password, a suspension, a
 * move. Asked only when the call fails, so that a first call pays nothing for it. `Idempotent-Outcome` is the
 * verdict on the key: whoever lost an answer keeps the key until there is one.
 */
export async function orBooked<T>(
  deps: Pick<AccountsDeps, 'ledger'>,
  ctx: KeyedCtx,
  { key, wish, answer }: { key: string; wish: Wish; answer: (booked: TransferResult) => Promise<T> },
  work: () => Promise<T>,
): Promise<T> {
  try {
    const done = await work()
    ctx.setHeader('Idempotent-Outcome', 'booked')
    return done
  } catch (error) {
    const isFinal = error instanceof AppError && finalReasons.includes(error.reason ?? '')
    if (isFinal) ctx.setHeader('Idempotent-Outcome', 'refused')
    if (isFinal || ctx.idempotencyKey === undefined) throw error
    const booked = await deps.ledger.booked(ctx.actor.accountId, key, wish).catch(() => undefined)
    if (!booked) throw error
    ctx.setHeader('Idempotent-Outcome', 'booked')
    ctx.setHeader('Idempotent-Replayed', 'true')
    return answer(booked)
  }
}

/** What the first answer said, with the accounts of the level that are still in the actor's scope. */
export async function replayedAnswer(
  deps: AccountsDeps,
  { actor }: Pick<Ctx, 'actor'>,
  role: AccountRole,
  after: { transferId: string; senderId: string; targetId: string; sender: bigint; target: bigint },
) {
  const { transferId, senderId, targetId, sender, target } = after
  const found = await deps.accounts.findMany([...new Set([targetId, senderId])])
  const shown = found.filter(account => account.role === role && !account.deleted && isInScope(actor, account))
  const balances = [[senderId, sender] as const, [targetId, target] as const]
  const left = withBalances(await joinedOf(deps, actor, shown), balances)
  return {
    transactionId: transferId,
    senderWallet: toPoints(sender),
    receiverWallet: toPoints(target),
    list: { [baseOf(role).list]: shown.map(account => viewOf(account, left)) },
    targetName: found.find(account => account._id === targetId)?.username ?? '',
  }
}

/** Balances of both sides after a booking, in hundredths. */
type After = { transferId: string; sender: bigint; target: bigint }

/**
 * What a credit call answers: both balances, and the accounts of the level whose balance changed under the level's
 * list name, never the whole level. All of it is what was read before and what the booking has left.
 */
export function creditAnswer(
  role: AccountRole,
  { sender, target, shown, joined }: Authorised,
  after: After,
): { transactionId: string; senderWallet: number; receiverWallet: number; list: Record<string, AccountView[]> } {
  const left = withBalances(joined, [
    [sender._id, after.sender],
    [target._id, after.target],
  ])
  return {
    transactionId: after.transferId,
    senderWallet: toPoints(after.sender),
    receiverWallet: toPoints(after.target),
    list: { [baseOf(role).list]: shown.map(account => viewOf(account, left)) },
  }
}
