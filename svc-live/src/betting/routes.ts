import { recordedHeader } from '@cascade/contracts/gateway'
import { type CreateBet, liveApi, liveInternal, type VoidTicket, voidTexts } from '@cascade/contracts/live'
import {
  type Actor,
  auditChanges,
  bookingIdOf,
  type Call,
  notFound,
  type Routes,
  requirePermission,
} from '@cascade/service-kit'
import { findOffering } from '../catalog/catalog'
import type { LiveDeps } from '../deps'
import { postedBy } from '../ledger/ids'
import type { Ticket } from '../records/ticket'

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
  ctx.setHeader(recordedHeader, 'true')
  return { data: { ...data, transferId: ticketId } }
}

/** Returns the stake of a ticket of the actor's games while its draw is open; to a player for some seconds. */
async function voidTicket(deps: LiveDeps, { ctx, input }: Call<VoidTicket & { ticketId: string }>) {
  requirePermission(ctx, 'tickets.void')
  const { ticketId, reason } = input
  const ticket = await deps.tickets.find(ticketId)
  if (!ticket) throw notFound()
  const endsAtMs = ctx.actor.role === 'player' ? await readVoidEnd(deps, ctx.actor, ticket) : undefined
  if (ctx.actor.role !== 'player') await findOffering(deps, ctx.actor, ticket.adminId, ticket.gameId)
  const call = { endsAtMs, ticketId, by: postedBy(ctx.actor), requestId: ctx.requestId, input: { reason } }
  const { replayed, ...data } = await deps.leader.voidTicket(call)
  if (replayed) ctx.setHeader('idempotent-replayed', 'true')
  else auditChanges(ctx, [{ field: 'stake', before: data.void.stake, after: 0 }])
  return { message: voidTexts.voided, data }
}

/** @throws AppError NOT_FOUND for a ticket of another player */
async function readVoidEnd({ catalog }: LiveDeps, actor: Actor, { playerId, gameId, gameVersion, at }: Ticket) {
  if (playerId !== actor.accountId) throw notFound()
  const { draw } = (await catalog.rules(gameId, gameVersion)).description
  return at.getTime() + (draw.voidSeconds ?? 0) * 1000
}
