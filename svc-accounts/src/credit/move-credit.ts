import type { AccountRole } from '@cascade/contracts'
import type { TransferKind } from '@cascade/contracts/accounts'
import { AppError, type Call } from '@cascade/service-kit'
import { requireManager } from '../accounts/access'
import type { Account } from '../accounts/account'
import { decideAgain } from '../accounts/decide-again'
import { findAccount } from '../accounts/find-account'
import { ledgerActorOf, partyOf } from '../accounts/party'
import { confirmPassword } from '../credentials/confirm-password'
import type { AccountsDeps, Ctx } from '../deps'
import { LedgerRefusal, type PartyRef, type ScopeGuard, type TransferResult } from '../ledger'
import { idsBetween, scopeGuards } from './scope-guards'
import { requireActive, requireSender } from './sender-rules'

export type CreditRequest = {
  role: AccountRole
  /** Given where the path names the parent of the target. */
  parentId?: string
  toUserId: string
  userId?: string | undefined
  password: string
  amount: bigint
  note?: string | undefined
  /** Field of the request that a refused amount is told at. */
  amountField: string
}

export type CreditParties = { actor: Account; sender: Account; target: Account; guards: ScopeGuard[] }
export type CreditBooking = { kind: TransferKind; from: PartyRef; to: PartyRef }

/**
 * The way of every movement of credit by a person: role, target and sender are checked, then the password, then the
 * ledger books what `decide` made of the parties. When an account moved or was suspended in between, rights are
 * checked again on its new state.
 */
export async function moveCredit(
  deps: AccountsDeps,
  ctx: Ctx,
  request: CreditRequest,
  call: Pick<Call, 'idempotencyKey' | 'setHeader'>,
  decide: (parties: CreditParties) => CreditBooking,
): Promise<CreditParties & { result: TransferResult }> {
  const key = call.idempotencyKey === undefined ? `once:${deps.newId()}` : `key:${call.idempotencyKey}`
  return decideAgain(async () => {
    const actor = await requireManager(deps, ctx, request.role)
    const parties = await loadParties(deps, ctx, actor, request)
    const booking = decide(parties)
    requireActive(parties.sender, parties.target)
    await confirmPassword(deps, ctx, actor, request.password)
    try {
      const result = await deps.ledger.transfer({
        ...booking,
        key,
        amount: request.amount,
        actor: ledgerActorOf(ctx.actor),
        note: request.note ?? '',
        correlationId: ctx.requestId,
        guards: parties.guards,
      })
      if (result.replayed) call.setHeader('Idempotent-Replayed', 'true')
      return { ...parties, result }
    } catch (error) {
      throw atField(error, request.amountField)
    }
  })
}

async function loadParties(
  deps: AccountsDeps,
  ctx: Ctx,
  actor: Account,
  { role, parentId, toUserId, userId = actor._id }: CreditRequest,
): Promise<CreditParties> {
  const target = await findAccount(deps, ctx.actor, role, toUserId, parentId)
  const between = idsBetween(ctx.actor, target)
  const found = new Map((await deps.accounts.findMany([userId, ...between])).map(account => [account._id, account]))
  const sender = requireSender(ctx.actor, found.get(userId), target)
  const chain = between.map(id => found.get(id))
  return { actor, target, sender, guards: scopeGuards(actor, chain, target) }
}

function atField(error: unknown, field: string): unknown {
  if (!(error instanceof LedgerRefusal) || !['INSUFFICIENT', 'LIMIT'].includes(error.reason)) return error
  return new AppError('VALIDATION', error.message, { errors: { [field]: error.message }, cause: error })
}

export const partiesOf = (from: Account, to: Account) => ({ from: partyOf(from), to: partyOf(to) })
