import { z } from 'zod'
import { Ancestry } from '../accounts/events'
import { defineEvent } from '../event'
import { DrawPolicy } from '../games/description'
import { LiveActor } from './live-game'

/** Hundredths as a decimal string; a change may be negative. */
const Hundredths = z.string().regex(/^\d+$/)
const HundredthsChange = z.string().regex(/^-?\d+$/)

/**
 * Whether an offering has unsettled tickets. Emitted for the first ticket and when the last one is settled, not per
 * ticket. A higher `version` replaces a lower one.
 */
export const GameBusy = defineEvent(
  'live.game.busy.v1',
  z.object({ adminId: z.string(), gameId: z.string(), busy: z.boolean(), version: z.number().int() }),
)
export type GameBusy = z.infer<typeof GameBusy>

const draw = {
  drawId: z.string(),
  adminId: z.string(),
  gameId: z.string(),
  /** 1, plus 1 per correction. */
  resultVersion: z.number().int(),
  drawAt: z.iso.datetime(),
  result: z.string(),
  booster: z.number().int(),
}
const player = { id: z.string(), username: z.string(), ancestry: Ancestry }

/** Commission of a player and its ancestors at settlement time, in basis points. */
export const Rates = z.object({
  superareamanager: z.number().int(),
  areamanager: z.number().int(),
  master: z.number().int(),
  player: z.number().int(),
})
export type Rates = z.infer<typeof Rates>

/** A draw with tickets or a manual result was drawn or corrected. */
export const DrawResulted = defineEvent(
  'live.draw.resulted.v1',
  z.object({
    ...draw,
    gameName: z.string(),
    /** Business day of the draw, `YYYY-MM-DD`. */
    day: z.string(),
    policy: z.enum([...DrawPolicy.options, 'manual']),
    stake: Hundredths,
    payout: Hundredths,
    /** Void ones included. */
    tickets: z.number().int(),
    /** Who chose the result; null if the policy did. */
    by: LiveActor.nullable(),
    reason: z.string().nullable(),
    /** Hash of the signed record; absent in events of 1.0.0. */
    recordHash: z.string().optional(),
  }),
)
export type DrawResulted = z.infer<typeof DrawResulted>

/**
 * A chunk of a draw's tickets, at most 500, was settled: what it adds to the figures of their players and all
 * ancestors. Void tickets are left out. A correction contains only differences: stakes are 0 and wins may be negative.
 * The chunks of a version arrive in any order, each once.
 */
export const DrawSettled = defineEvent(
  'live.draw.settled.v1',
  z.object({
    ...draw,
    chunk: z.number().int().min(0),
    /** Business day on which the wins were booked. */
    day: z.string(),
    players: z.array(
      z.object({
        ...player,
        /** Business day on which the stakes were booked. A player with tickets of two days has two rows. */
        stakeDay: z.string(),
        tickets: z.number().int(),
        play: Hundredths,
        win: HundredthsChange,
        /** Change of already claimed wins by a correction; absent if none. */
        claim: HundredthsChange.optional(),
        rates: Rates,
      }),
    ),
  }),
)
export type DrawSettled = z.infer<typeof DrawSettled>

/** Wins of one game were paid into a player's wallet, net of earlier corrections. */
export const TicketClaimed = defineEvent(
  'live.ticket.claimed.v1',
  z.object({
    claimId: z.string(),
    adminId: z.string(),
    gameId: z.string(),
    player: z.object(player),
    /** Negative only if a win was recovered after it had been granted again. */
    amount: HundredthsChange,
    tickets: z.number().int(),
    day: z.string(),
    /** True if the wins were claimed automatically after waiting long enough. */
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
