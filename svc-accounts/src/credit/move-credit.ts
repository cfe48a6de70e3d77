import type { AccountRole } from '@cascade/contracts'
import { creditTexts, type TransferKind } from '@cascade/contracts/accounts'
import { AppError, type Ctx as Call } from '@cascade/service-kit'
import { requireManager } from '../accounts/access'
import type { Account } from '../accounts/account'
import { decideAgain } from '../accounts/decide-again'
import { requireAccount } from '../accounts/find-account'
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
  amountField: 'transferAmount' | 'adjustAmount'
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
    const { userId = ctx.actor.accountId } = request
    const [actor, target, named] = await Promise.all([
      requireManager(deps, ctx, request.role),
      deps.accounts.find(request.toUserId),
      deps.accounts.find(userId),
    ])
    const parties = await partiesFor(deps, ctx, request, { actor, target, named })
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

type Loaded = { actor: Account; target: Account | undefined; named: Account | undefined }

/** Who takes part, in scope and entitled. Whoever stands between is read after the target: see `scopeGuards`. */
async function partiesFor(
  deps: AccountsDeps,
  ctx: Ctx,
  { role, parentId }: CreditRequest,
  { actor, target: found, named }: Loaded,
): Promise<CreditParties> {
  const target = requireAccount(ctx.actor, found, role, parentId)
  const sender = requireSender(ctx.actor, named, target)
  const between = idsBetween(ctx.actor, target)
  const rows = new Map((await deps.accounts.findMany(between)).map(account => [account._id, account]))
  const chain = between.map(id => rows.get(id))
  return { actor, target, sender, guards: scopeGuards(actor, chain, target) }
}

/** Funds and limits are told at the amount, in the words of the operation. */
function atField(error: unknown, field: CreditRequest['amountField']): unknown {
  if (!(error instanceof LedgerRefusal) || !['INSUFFICIENT', 'LIMIT'].includes(error.reason)) return error
  const message = error.reason === 'LIMIT' ? creditTexts[field] : error.message
  return new AppError('VALIDATION', message, { errors: { [field]: message }, cause: error })
}

export const partiesOf = (from: Account, to: Account) => ({ from: partyOf(from), to: partyOf(to) })
