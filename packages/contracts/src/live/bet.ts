import { z } from 'zod'
import { Id } from '../define'
import { Points } from '../values/points'

/** Bets of one ticket at most. */
export const maxBetsPerTicket = 200
/** Tickets of one claim at most; without a list all are claimed. */
export const maxTicketsPerClaim = 1000

export const betTexts = {
  none: 'Place a bet first.',
  tooMany: `At most ${maxBetsPerTicket} bets on one ticket.`,
  unknown: 'There is no such bet in this game.',
  tooLong: 'This ticket is too long. Please divide it.',
  closed: 'Betting is closed.',
  stopped: 'Betting is stopped.',
  full: 'This option is full.',
  notWon: 'There is no such win.',
  pairLimit: 'Wins of this game have reached the limit of this day.',
  dayLimit: 'You have reached the limit of this day.',
} as const

/** One bet as a player places it: `type` as the game's description names it, `quantity` whole points. */
export const Bet = z.strictObject({
  type: z.string().max(16),
  drawno: z.string().max(40),
  quantity: z.number().int().min(1),
})
export type Bet = z.infer<typeof Bet>

/** `drawId` names the draw that the player means: when it is closed the bet is refused instead of going to the next. */
export const CreateBet = z.strictObject({
  gameId: Id,
  bets: z.array(Bet).min(1, betTexts.none).max(maxBetsPerTicket, betTexts.tooMany),
  drawId: Id.optional(),
})
export type CreateBet = z.infer<typeof CreateBet>

export const PlacedBet = z.object({
  ticketId: z.string(),
  gameId: z.string(),
  drawId: z.string(),
  drawAt: z.iso.datetime(),
  lockAt: z.iso.datetime(),
  stake: Points,
  /** Of the player, right after this bet. */
  balance: Points,
  /** Hash of the seed that will decide the draw. */
  commitment: z.string(),
})
export type PlacedBet = z.infer<typeof PlacedBet>

export const TakeWins = z.strictObject({ ticketIds: z.array(Id).min(1).max(maxTicketsPerClaim).optional() })
export type TakeWins = z.infer<typeof TakeWins>

export const TakenWins = z.object({
  claimed: Points,
  tickets: z.number().int(),
  /** Paid back at once for a result that was corrected after its win had been spent. */
  recovered: Points,
  /** Won and not claimed yet. */
  left: Points,
  /** Absent when there was nothing to claim. */
  balance: Points.optional(),
})
export type TakenWins = z.infer<typeof TakenWins>
