import { toPoints } from '@cascade/contracts'
import { parseResult, winningLegs, winnings } from '@cascade/draw-rules'
import { accountInScope, type Call, notFound, requirePermission } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { parseLeg } from '../records/draw-pages'
import type { Ticket } from '../records/ticket'
import { buildTicketProof } from '../records/ticket-tree'
import { isCleared } from './clearings'

/** The bets of a ticket with their wins. @throws AppError NOT_FOUND for a ticket outside the actor's scope */
export async function readTicket(deps: LiveDeps, { ctx, input }: Call<{ ticketId: string; gameId: string }>) {
  requirePermission(ctx, 'history.read')
  const ticket = await deps.tickets.find(input.ticketId)
  if (!ticket || ticket.gameId !== input.gameId) throw notFound()
  await accountInScope(deps.db, ctx.actor, ticket.playerId)
  const [tickets = [], lines = []] = await deps.clearings.hiddenFrom(ctx.actor, 'ticket', 'draw')
  if (isCleared(tickets, ticket.day, ticket.at)) throw notFound()
  if (isCleared(lines, ticket.day, ticket.at)) return { data: [] }
  const data = (await readTicketBets(deps, ticket)).map(({ quantity, ...bet }) => ({
    ticketid: ticket._id,
    ...bet,
    drawqty: quantity,
    drawtotal: quantity,
  }))
  return { data, proof: await buildTicketProof(deps, ticket) }
}

/** @throws AppError NOT_FOUND */
export async function readTicketOwner({ tickets }: Pick<LiveDeps, 'tickets'>, ticketId: string) {
  const ticket = await tickets.find(ticketId)
  if (!ticket) throw notFound()
  return { playerId: ticket.playerId, drawId: ticket.drawId }
}

export async function readTicketBets({ catalog, records }: Pick<LiveDeps, 'catalog' | 'records'>, ticket: Ticket) {
  const rules = await catalog.rules(ticket.gameId, ticket.gameVersion)
  const record = (await records.findNewest([ticket.drawId])).get(ticket.drawId)?.sealed.record
  const outcome = record && !ticket.void && parseResult(rules, record.result)
  const winning = outcome ? winningLegs(rules, outcome) : new Map()
  return ticket.lines.map(line => ({
    ...parseLeg(line.leg),
    quantity: line.quantity,
    win: toPoints(winnings([line], winning, record?.booster.value ?? 1)),
  }))
}
