import { childRoleOf } from '@cascade/contracts'
import { type PayAllInput, settlementTexts } from '@cascade/contracts/accounts'
import { type Call, conflict, notFound, requirePermission } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { confirmPassword, passwordOwnerOf } from '../identity/passwords/confirm-password'
import { requireApproval } from '../settlements/pay-settlement'
import { dueOf, noteOf } from '../settlements/settlement-rules'
import type { Run } from './run-store'
import { beginRun } from './start-run'

/** Pays all unpaid rows of a closed week of the actor, each like a single payment. */
export async function payAll(deps: AccountsDeps, { ctx, input }: Call<PayAllInput>): Promise<Run> {
  requirePermission(ctx, 'cash.record')
  const { period: to, as, password } = input
  const { accountId } = ctx.actor
  const period = await deps.settlements.period(accountId, to)
  const role = childRoleOf(ctx.actor.role)
  if (!period || !role) throw notFound()
  return beginRun(deps, ctx, JSON.stringify({ pay: to, as }), async account => {
    const settlements = await deps.settlements.unpaid(accountId, to)
    if (settlements.length === 0) throw conflict(settlementTexts.nothingDue)
    await confirmPassword(deps, ctx, { account: passwordOwnerOf(account), password })
    const amount = settlements.reduce((sum, each) => sum + dueOf(each), 0n)
    await requireApproval(deps, ctx, { amount, to: String(settlements.length) })
    const rows = settlements.map(({ _id, userId, username }) => ({ accountId: userId, username, settlementId: _id }))
    return {
      order: { operation: 'pay-commissions' as const, role, note: noteOf('commissionNote', period), paidAs: as },
      rows,
    }
  })
}
