import { toPoints } from '@cascade/contracts'
import type { PlayTicketPage } from '@cascade/contracts/live'
import { type Ask, notFound, requirePermission } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { betsOf } from '../history/read-ticket'
import { ticketProof } from '../tickets/ticket-tree'
import { rowsOf } from './list-tickets'

/** One of the player's own tickets. @throws AppError NOT_FOUND for another's, the same as for one that never was */
export async function readOwnTicket(deps: LiveDeps, { ctx, input }: Ask<{ ticketId: string }>) {
  requirePermission(ctx, 'bets.place')
  const ticket = await deps.tickets.find(input.ticketId)
  if (!ticket || ticket.playerId !== ctx.actor.accountId) throw notFound()
  const [[row], bets, proof] = await Promise.all([
    rowsOf(deps, [ticket]),
    betsOf(deps, ticket),
    ticketProof(deps, ticket),
  ])
  if (!row) throw notFound()
  const data: PlayTicketPage = {
    ...row,
    claimed: toPoints(ticket.claimed),
    bets: row.state === 'open' ? bets.map(unwon) : bets,
    proof,
  }
  return { data }
}

/** Before the ticket is settled nothing is won. */
const unwon = <B extends { win: number }>(bet: B): B => ({ ...bet, win: 0 })
