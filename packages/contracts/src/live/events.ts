import { z } from 'zod'
import { Ancestry } from '../accounts/events'
import { eventOf } from '../event'
import { DrawPolicy } from '../games/description'
import { LiveActor } from './live-game'

/** Hundredths as decimal text; a change may be negative. */
const Hundredths = z.string().regex(/^\d+$/)
const HundredthsChange = z.string().regex(/^-?\d+$/)

/**
 * Whether players wait for a result of this game below this admin. Told when the first ticket of a pair is taken and
 * when the last one is settled, not for each ticket. A higher `version` of a pair replaces a lower one.
 */
export const GameBusy = eventOf(
  'live.game.busy.v1',
  z.object({ adminId: z.string(), gameId: z.string(), busy: z.boolean(), version: z.number().int() }),
)
export type GameBusy = z.infer<typeof GameBusy>

const draw = {
  drawId: z.string(),
  adminId: z.string(),
  gameId: z.string(),
  /** 1, and one more with each correction. */
  resultVersion: z.number().int(),
  drawAt: z.iso.datetime(),
  result: z.string(),
  booster: z.number().int(),
}
const player = { id: z.string(), username: z.string(), ancestry: Ancestry }

/** Commission of a player and of the accounts above when their tickets were settled, in basis points. */
export const Rates = z.object({
  superareamanager: z.number().int(),
  areamanager: z.number().int(),
  master: z.number().int(),
  player: z.number().int(),
})
export type Rates = z.infer<typeof Rates>

/** A draw with tickets, or with a result that somebody chose, has been drawn or corrected. */
export const DrawResulted = eventOf(
  'live.draw.resulted.v1',
  z.object({
    ...draw,
    gameName: z.string(),
    /** Of the draw, `YYYY-MM-DD` in the business zone. */
    day: z.string(),
    policy: z.enum([...DrawPolicy.options, 'manual']),
    stake: Hundredths,
    payout: Hundredths,
    tickets: z.number().int(),
    /** Who chose the result; null when the policy did. */
    by: LiveActor.nullable(),
    reason: z.string().nullable(),
  }),
)
export type DrawResulted = z.infer<typeof DrawResulted>

/**
 * A part of a draw's tickets, at most 500, is settled: what it adds to the figures of their players and of everybody
 * above them. A correction adds differences only: its stakes are 0 and its wins may be negative. Chunks of a version
 * come in any order, each once.
 */
export const DrawSettled = eventOf(
  'live.draw.settled.v1',
  z.object({
    ...draw,
    chunk: z.number().int().min(0),
    /** Day on which the wins were booked, in the business zone. */
    day: z.string(),
    players: z.array(
      z.object({
        ...player,
        /** Day on which the stakes were booked. A player with tickets of two days has two rows. */
        stakeDay: z.string(),
        tickets: z.number().int(),
        play: Hundredths,
        win: HundredthsChange,
        /** What of wins that were claimed a correction took away, or gave again; absent where nothing. */
        claim: HundredthsChange.optional(),
        /** Absent in events that were told before there were any. */
        rates: Rates.optional(),
      }),
    ),
  }),
)
export type DrawSettled = z.infer<typeof DrawSettled>

/** Wins of one game went to the wallet of a player: what of them stands, as a correction may have come before. */
export const TicketClaimed = eventOf(
  'live.ticket.claimed.v1',
  z.object({
    claimId: z.string(),
    adminId: z.string(),
    gameId: z.string(),
    player: z.object(player),
    /** Negative in one case: a win was taken back after it had been given again. */
    amount: HundredthsChange,
    tickets: z.number().int(),
    day: z.string(),
    /** True when nobody asked for it: the wins had waited long enough. */
    isAutomatic: z.boolean(),
  }),
)
export type TicketClaimed = z.infer<typeof TicketClaimed>

export const liveEvents = {
  gameBusy: GameBusy,
  drawResulted: DrawResulted,
  drawSettled: DrawSettled,
  ticketClaimed: TicketClaimed,
}
