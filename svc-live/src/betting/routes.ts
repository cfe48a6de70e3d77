import { type CreateBet, liveApi, liveInternal, type VoidTicket, voidTexts } from '@cascade/contracts/live'
import { auditChanges, bookingIdOf, type Call, notFound, type Routes, requirePermission } from '@cascade/service-kit'
import { findOffering } from '../catalog/catalog'
import type { LiveDeps } from '../deps'
import { postedBy } from '../ledger/ids'

export const betRoutes: Routes<LiveDeps> = ({ serve, serveInternal }, deps) => {
  serve(liveApi.createBet, ({ ctx, body }) => createBet(deps, { ctx, input: body }))
  serveInternal(liveInternal.placeBet, ({ body }) => deps.engine.placeBet(body))
  serve(liveApi.voidTicket, ({ ctx, params, body }) => voidTicket(deps, { ctx, input: { ...params, ...body } }))
  serveInternal(liveInternal.voidTicket, ({ body }) => deps.engine.voidTicket(body))
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

/** Returns the stake of a ticket of the actor's games while its draw is open. */
async function voidTicket(deps: LiveDeps, { ctx, input }: Call<VoidTicket & { ticketId: string }>) {
  requirePermission(ctx, 'live.control')
  const { ticketId, reason } = input
  const ticket = await deps.tickets.find(ticketId)
  if (!ticket) throw notFound()
  await findOffering(deps, ctx.actor, ticket.adminId, ticket.gameId)
  const call = { ticketId, by: postedBy(ctx.actor), requestId: ctx.requestId, input: { reason } }
  const { replayed, ...data } = await deps.leader.voidTicket(call)
  if (replayed) ctx.setHeader('idempotent-replayed', 'true')
  else auditChanges(ctx, [{ field: 'stake', before: data.void.stake, after: 0 }])
  return { message: voidTexts.voided, data }
}
