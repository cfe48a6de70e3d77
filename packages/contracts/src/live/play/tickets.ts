import { z } from 'zod'
import { CallerQuery, Id } from '../../define'
import { Points } from '../../values/points'
import { maxBetsPerTicket } from '../bet'
import { TicketProof } from '../fairness/ticket-proof'

const TicketState = z.enum(['open', 'won', 'lost'])

export const PlayTicketsQuery = CallerQuery.extend({
  state: TicketState.optional(),
  gameId: Id.optional(),
  page: z.coerce.number().int().min(1).max(100_000).optional(),
  size: z.coerce.number().int().min(1).max(100).optional(),
})
export type PlayTicketsQuery = z.output<typeof PlayTicketsQuery>

/** A ticket of the player; result and booster are null until it is settled. */
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
  /** When the whole win was in the wallet. */
  claimedAt: z.iso.datetime().nullable(),
})
export type PlayTicket = z.infer<typeof PlayTicket>

export const PlayTicketPage = PlayTicket.extend({
  /** What of the win is in the wallet. */
  claimed: Points,
  bets: z
    .array(z.object({ type: z.string(), drawno: z.string(), quantity: z.number().int(), win: Points }))
    .max(maxBetsPerTicket * 8),
  /** Shows that it is one of the tickets that its draw was decided over; null before the draw is closed. */
  proof: TicketProof.nullable(),
})
export type PlayTicketPage = z.infer<typeof PlayTicketPage>

/** Wins of one game that are not in the wallet. */
export const PlayWins = z.object({
  gameId: z.string(),
  gameName: z.string(),
  sum: Points,
  wins: z.array(
    z.object({
      ticketId: z.string(),
      amount: Points,
      /** When it is claimed for the player; null once that was refused for good. */
      claimedAt: z.iso.datetime().nullable(),
    }),
  ),
})
export type PlayWins = z.infer<typeof PlayWins>
