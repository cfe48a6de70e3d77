import { z } from 'zod'
import { defineEvent } from '../../event'
import { Ancestry } from '../events'
import { BookedCall } from './booked-call'
import { PostedBy } from './posting'

/** Feed of svc-accounts with its own sequence numbers and feed call, separate from its outbox. */
export const playFeedName = 'play'

/**
 * The feed `play` of svc-accounts: every posting of a game, in commit order. All stakes of a draw precede its
 * `play.gate.closed.v1`. Amounts are hundredths as decimal strings.
 */
const Hundredths = z.string().regex(/^\d+$/)
const SignedHundredths = z.string().regex(/^-?\d+$/)
/** Any JSON that the engine added to its posting. */
const Details = z.custom<Json>(value => value !== undefined)
type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

const posting = {
  transferId: z.string(),
  adminId: z.string(),
  gameId: z.string(),
  by: PostedBy,
  /** `YYYY-MM-DD` in the business time zone. */
  bizDate: z.string(),
  poolBalance: SignedHundredths,
}
const player = z.object({ id: z.string(), username: z.string(), ancestry: Ancestry })
const Salt = z.string().regex(/^[0-9a-f]{32}$/)

const paymentToPlayer = z.object({
  ...posting,
  player,
  amount: Hundredths,
  playerBalance: SignedHundredths,
  /** The account that was paid because the player is deleted: it received the player's balance. */
  heir: z.object({ walletId: z.string(), username: z.string() }).optional(),
  details: Details,
})

export const playEvents = {
  stakeBooked: defineEvent(
    'play.stake.booked.v1',
    z.object({
      ...posting,
      ticketId: z.string(),
      player,
      amount: Hundredths,
      playerBalance: SignedHundredths,
      gateVersion: z.number().int(),
      details: Details,
      /** 16 random bytes, hex: part of the ticket's leaf, and secret until the draw is closed. Absent in 1.0.0. */
      salt: Salt.optional(),
      call: BookedCall.optional(),
    }),
  ),
  gateClosed: defineEvent(
    'play.gate.closed.v1',
    z.object({
      adminId: z.string(),
      gameId: z.string(),
      drawId: z.string(),
      /** Number of closings, including this one. */
      gateVersion: z.number().int(),
      /** Balance of the pool at that moment. */
      poolBalance: SignedHundredths,
      /** Figures that decide the draw; absent when a new leader of the engine acquires its fencing token. */
      details: Details.optional(),
    }),
  ),
  settlementBooked: defineEvent(
    'play.settlement.booked.v1',
    z.object({ ...posting, amount: SignedHundredths, details: Details }),
  ),
  claimBooked: defineEvent('play.claim.booked.v1', paymentToPlayer),
  recoveryBooked: defineEvent(
    'play.recovery.booked.v1',
    z.object({ ...posting, player, amount: Hundredths, playerBalance: SignedHundredths, details: Details }),
  ),
  voidBooked: defineEvent(
    'play.void.booked.v1',
    paymentToPlayer.extend({
      /** As of a stake, whose salt it replaces in the ticket's leaf. */
      salt: Salt,
    }),
  ),
  poolChanged: defineEvent(
    'play.pool.changed.v1',
    z.object({ ...posting, type: z.enum(['add', 'reset']), amount: SignedHundredths }),
  ),
}
