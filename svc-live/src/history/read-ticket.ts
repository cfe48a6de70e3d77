import { toPoints } from '@cascade/contracts'
import { parseResult, winningLegs, winnings } from '@cascade/draw-rules'
import { type Ask, accountInScope, notFound, requirePermission } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { ticketProof } from '../tickets/ticket-tree'
import { isCleared } from './cleared'
import { namesOf } from './read-draw'

/** The bets of one ticket, with what each has won. @throws AppError NOT_FOUND for one that is not below the actor */
export async function readTicket(deps: LiveDeps, { ctx, input }: Ask<{ ticketId: string; gameId: string }>) {
  requirePermission(ctx, 'history.read')
  const ticket = await deps.tickets.find(input.ticketId)
  if (!ticket || ticket.gameId !== input.gameId) throw notFound()
  await accountInScope(deps.db, ctx.actor, ticket.playerId)
  const [tickets = [], lines = []] = await deps.clearings.hiddenFrom(ctx.actor, 'ticket', 'draw')
  if (isCleared(tickets, ticket.day, ticket.at)) throw notFound()
  if (isCleared(lines, ticket.day, ticket.at)) return { data: [] }
  const rules = await deps.catalogue.rules(ticket.gameId, ticket.gameVersion)
  const record = (await deps.records.newestOf([ticket.drawId])).get(ticket.drawId)?.sealed.record
  const outcome = record && parseResult(rules, record.result)
  const winning = outcome ? winningLegs(rules, outcome) : new Map()
  const data = ticket.lines.map(line => ({
    ...{ ticketid: ticket._id, ...namesOf(line.leg), drawqty: line.quantity, drawtotal: line.quantity },
    win: toPoints(winnings([line], winning, record?.booster.value ?? 1)),
  }))
  return { data, proof: await ticketProof(deps, ticket) }
}
