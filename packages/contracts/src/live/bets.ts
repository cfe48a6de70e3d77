import { z } from 'zod'
import { type AuditFormatter, asGame, asPoints, auditAs } from '../audit'
import { endpoint, Id, responseOf } from '../define'
import type { ExamplesOf } from '../example'
import { Points } from '../values/points'
import { liveGameExample } from './live-game'

/** Maximum bets of one ticket. */
export const betsPerTicketMax = 200
/** Maximum tickets of one claim; without a list all are claimed. */
export const ticketsPerClaimMax = 1000

export const betTexts = {
  none: 'Place a bet first.',
  tooMany: `At most ${betsPerTicketMax} bets on one ticket.`,
  unknown: 'There is no such bet in this game.',
  noGame: 'There is no such game.',
  inactive: 'This account may not bet now. Please ask the account above yours.',
  keyReused: 'Another bet was sent in this attempt. Please bet again.',
  tooLong: 'This ticket is too long. Please split it.',
  closed: 'Betting is closed.',
  stopped: 'Betting is stopped.',
  full: 'This option is full.',
  notWon: 'There is no such win.',
  offeringLimit: 'Wins of this game have reached the limit of this day.',
  dayLimit: 'You have reached the limit of this day.',
  stakeLimit: 'This bet is larger than can be booked.',
  takeLimit: 'Your balance would become larger than can be booked.',
} as const

/** One bet: `type` and `drawno` as in `bets` of `GET play/games/{gameId}`, `quantity` is whole points. */
export const Bet = z.strictObject({
  type: z.string().max(40),
  drawno: z.string().max(40),
  quantity: z.number().int().min(1),
})
export type Bet = z.infer<typeof Bet>

/** `drawId` restricts the bet to one draw: if it is closed, the bet is rejected instead of moving to the next draw. */
export const CreateBet = z.strictObject({
  gameId: Id,
  bets: z.array(Bet).min(1, betTexts.none).max(betsPerTicketMax, betTexts.tooMany),
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
  /** The player's balance after this bet. */
  balance: Points,
  /** SHA-256 of the seed of the draw. */
  commitment: z.string(),
  /** Id for `GET credit/outcome`: the ticket id. */
  transferId: z.string().optional(),
})
export type PlacedBet = z.infer<typeof PlacedBet>

export const TakeWins = z.strictObject({ ticketIds: z.array(Id).min(1).max(ticketsPerClaimMax).optional() })
export type TakeWins = z.infer<typeof TakeWins>

export const TakeWinsResult = z.object({
  claimed: Points,
  tickets: z.number().int(),
  /** Deducted at once because a spent win was later corrected. */
  recovered: Points,
  /** Unclaimed wins that remain. */
  left: Points,
  /** Absent if there was nothing to claim. */
  balance: Points.optional(),
  /** Id for `GET credit/outcome`; absent if there was nothing to claim. */
  transferId: z.string().optional(),
})
export type TakeWinsResult = z.infer<typeof TakeWinsResult>

const auditBet: AuditFormatter = ({ body }) => ({
  subject: 'Bet placed',
  does: 'bet {amount} on {object}',
  target: asGame(body.gameId),
  amount: totalStake(body.bets),
})

/** Total stake of an unvalidated ticket: the sum of its quantities. */
function totalStake(bets: unknown): number | undefined {
  if (!Array.isArray(bets)) return undefined
  const quantities = bets.map((bet: unknown) =>
    Number(typeof bet === 'object' && bet !== null && 'quantity' in bet ? bet.quantity : Number.NaN),
  )
  return asPoints(quantities.reduce((sum, quantity) => sum + quantity, 0))
}

export const betsApi = {
  createBet: endpoint({
    id: 'live.bet.create',
    domain: 'live',
    route: 'POST /app/createbet',
    movesPoints: true,
    permission: 'bets.place',
    audit: auditBet,
    summary: 'Place a ticket on the open draw of a game',
    body: CreateBet,
    response: responseOf(PlacedBet),
    creates: true,
  }),
  take: endpoint({
    id: 'live.win.take',
    domain: 'live',
    route: 'POST /app/take',
    movesPoints: true,
    permission: 'bets.place',
    audit: auditAs('Wins taken', 'took wins'),
    summary: 'Pay unclaimed wins into the wallet: all of them, or those of some tickets',
    body: TakeWins,
    response: responseOf(TakeWinsResult),
  }),
}

export const betExamples = (): ExamplesOf<typeof betsApi> => {
  const { gameId, drawId, drawAt, lockAt, commitment } = liveGameExample
  const ticketId = '5f0c4b1e-7d2a-5b1c-9a63-2f6a1c0d9e01'
  return {
    fields: { ticketId, gameId, drawId, drawAt, lockAt, stake: 10, balance: 990, commitment, transferId: ticketId },
    createBet: { body: { gameId, drawId, bets: [{ type: 'straight', drawno: '7', quantity: 10 }] } },
    take: {
      body: { ticketIds: [ticketId] },
      response: { data: { claimed: 90, tickets: 1, recovered: 0, left: 0, balance: 1080, transferId: ticketId } },
    },
  }
}
