import { z } from 'zod'

/** Bets of one ticket at most. */
export const maxBetsPerTicket = 200

/** One bet as a player places it: `type` as the game's description names it, `quantity` whole points. */
export const Bet = z.strictObject({
  type: z.string().max(16),
  drawno: z.string().max(40),
  quantity: z.number().int().min(1),
})
export type Bet = z.infer<typeof Bet>

export const betTexts = {
  none: 'Place a bet first.',
  tooMany: `At most ${maxBetsPerTicket} bets on one ticket.`,
  unknown: 'There is no such bet in this game.',
} as const
