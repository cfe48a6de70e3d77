import { z } from 'zod'
import { CallerQuery, endpoint, Id, listResponseOf, responseOf } from '../../define'
import type { ExamplesOf } from '../../example'
import { Role } from '../../roles'
import { Points } from '../../values/points'
import { betsPerTicketMax } from '../bets'
import { TicketProof } from '../fairness/ticket-proof'
import { liveGameExample } from '../live-game'
import { Void } from '../void'

/** More states may be added. */
export const TicketState = z.enum(['open', 'won', 'lost', 'void'])

export const PlayTicketsQuery = CallerQuery.extend({
  state: TicketState.optional(),
  gameId: Id.optional(),
  page: z.coerce.number().int().min(1).max(100_000).optional(),
  size: z.coerce.number().int().min(1).max(100).optional(),
})
export type PlayTicketsQuery = z.output<typeof PlayTicketsQuery>

/** A ticket of the player; result and booster are null until it is settled. The stake of a void ticket is 0. */
export const PlayTicket = z.object({
  ticketId: z.string(),
  gameId: z.string(),
  gameName: z.string(),
  drawId: z.string(),
  at: z.iso.datetime(),
  drawAt: z.iso.datetime(),
  state: TicketState,
  stake: Points,
  result: z.string().nullable(),
  booster: z.number().int().nullable(),
  win: Points,
  /** When the full win was paid into the wallet. */
  claimedAt: z.iso.datetime().nullable(),
  /** Void tickets: the stake that the player got back, and why; `role` is that of the operator. */
  void: Void.omit({ by: true }).extend({ role: Role }).optional(),
})
export type PlayTicket = z.infer<typeof PlayTicket>

export const PlayTicketPage = PlayTicket.extend({
  /** The part of the win that was paid into the wallet. */
  claimed: Points,
  bets: z
    .array(z.object({ type: z.string(), drawno: z.string(), quantity: z.number().int(), win: Points }))
    .max(betsPerTicketMax * 8),
  /** Proof that the ticket was in its draw; null before the draw is closed. */
  proof: TicketProof.nullable(),
})
export type PlayTicketPage = z.infer<typeof PlayTicketPage>

/** Unclaimed wins of one game. */
export const PlayWins = z.object({
  gameId: z.string(),
  gameName: z.string(),
  sum: Points,
  wins: z.array(
    z.object({
      ticketId: z.string(),
      amount: Points,
      /** When it will be claimed automatically; null once that was finally rejected. */
      claimedAt: z.iso.datetime().nullable(),
    }),
  ),
})
export type PlayWins = z.infer<typeof PlayWins>

export const ticketsApi = {
  tickets: endpoint({
    id: 'live.play.tickets',
    domain: 'live',
    route: 'GET /play/tickets',
    permission: 'bets.place',
    summary:
      "The player's own tickets, newest first; with `state` only among the newest 5,000; 20 per page unless `size` is given",
    query: PlayTicketsQuery,
    response: listResponseOf(PlayTicket),
  }),
  ticket: endpoint({
    id: 'live.play.ticket',
    domain: 'live',
    route: 'GET /play/tickets/:ticketId',
    permission: 'bets.place',
    summary:
      "One of the player's own tickets with its bets and, once the draw is closed, the proof that it was in the draw",
    params: z.strictObject({ ticketId: Id }),
    response: responseOf(PlayTicketPage),
  }),
  wins: endpoint({
    id: 'live.play.wins',
    domain: 'live',
    route: 'GET /play/wins',
    permission: 'bets.place',
    summary: "The player's own unclaimed wins by game, and when each is claimed automatically",
    response: responseOf(z.array(PlayWins), { sum: Points }),
  }),
}

export const ticketExamples = (): ExamplesOf<typeof ticketsApi> => {
  const { gameId, gameName, opensAt, drawAt } = liveGameExample
  const ticket: PlayTicket = {
    ticketId: '5f0c4b1e-7d2a-5b1c-9a63-2f6a1c0d9e01',
    gameId,
    gameName,
    drawId: 'a1_MNOQqWWi_1772359200',
    at: opensAt,
    drawAt: opensAt,
    state: 'won',
    stake: 10,
    result: '3',
    booster: 1,
    win: 90,
    claimedAt: null,
  }
  const { ticketId } = ticket
  return {
    fields: ticket,
    tickets: { query: { state: 'won', gameId, page: 1, size: 20 } },
    ticket: {
      response: {
        data: { ...ticket, claimed: 0, bets: [{ type: 'straight', drawno: '3', quantity: 10, win: 90 }], proof: null },
      },
    },
    wins: {
      response: {
        success: true,
        sum: 90,
        data: [{ gameId, gameName, sum: 90, wins: [{ ticketId, amount: 90, claimedAt: drawAt }] }],
      },
    },
  }
}
