import { type CreateBet, liveApi, liveInternal } from '@cascade/contracts/live'
import { bookingIdOf, type Call, type Routes, requirePermission } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'

export const betRoutes: Routes<LiveDeps> = ({ serve, serveInternal }, deps) => {
  serve(liveApi.createBet, ({ ctx, body }) => createBet(deps, { ctx, input: body }))
  serveInternal(liveInternal.placeBet, ({ body }) => deps.engine.placeBet(body))
}

/** Places a ticket of the signed-in player on the open draw of a game. */
async function createBet(deps: LiveDeps, { ctx, input }: Call<CreateBet>) {
  requirePermission(ctx, 'bets.place')
  const { actor, requestId } = ctx
  const idempotencyKey = ctx.idempotencyKey ?? null
  const ticketId = idempotencyKey === null ? deps.newId() : bookingIdOf(actor.accountId, idempotencyKey)
  const { replayed, ...data } = await deps.leader.placeBet({ ticketId, actor, idempotencyKey, requestId, input })
  if (replayed) ctx.setHeader('idempotent-replayed', 'true')
  return { data: { ...data, transferId: ticketId } }
}
