import { toHundredths, toPoints } from '@cascade/contracts'
import { type ChangeBalance, liveTexts } from '@cascade/contracts/live'
import { auditChanges, authorOf, bookingIdOf, type Call, outcomeUnknown, requirePermission } from '@cascade/service-kit'
import { findOffering } from '../catalog/catalog'
import type { LiveDeps } from '../deps'
import { toAppError } from '../ledger/client'
import { postedBy } from '../ledger/ids'

const timeoutMs = 5_000

export async function addBalance(deps: LiveDeps, { ctx, input }: Call<ChangeBalance>) {
  requirePermission(ctx, 'live.control')
  const { actor, idempotencyKey, requestId } = ctx
  const { adminId, gameId, type, balance = 0 } = input
  await findOffering(deps, actor, adminId, gameId)
  const id = idempotencyKey ? bookingIdOf(actor.accountId, idempotencyKey) : deps.newId()
  const isAdding = type === 'add'
  const request = {
    kind: 'pool' as const,
    id,
    correlationId: requestId,
    adminId,
    gameId,
    by: postedBy(actor),
    change: isAdding ? { type: 'add' as const, amount: String(toHundredths(balance)) } : { type: 'reset' as const },
  }
  const [result] = (await deps.ledger.postAll([request], AbortSignal.timeout(timeoutMs))) ?? []
  if (!result || result.outcome === 'parked') throw outcomeUnknown({ transferId: id, reason: 'TIMED_OUT' })
  if (result.outcome === 'refused') throw toAppError(result, liveTexts.balanceLimit)
  const after = BigInt(result.poolBalance)
  await deps.leader.notifyChange(adminId, gameId, { balance: after, seq: result.seq })
  if (result.replayed) ctx.setHeader('idempotent-replayed', 'true')
  const before = toPoints(isAdding ? after - BigInt(result.amount) : BigInt(result.amount))
  auditChanges(ctx, [{ field: 'balance', before, after: toPoints(after) }])
  return {
    message: isAdding ? liveTexts.balanceAdded : liveTexts.balanceReset,
    data: {
      gameBalance: toPoints(after),
      before,
      transferId: id,
      by: authorOf(actor),
    },
  }
}
