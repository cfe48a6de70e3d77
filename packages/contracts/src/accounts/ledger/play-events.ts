import { z } from 'zod'
import { eventOf } from '../../event'
import { Ancestry } from '../events'
import { PostedBy } from './posting'

/** Name of the feed, beside the outbox of svc-accounts: it has numbers, a call and a stream of its own. */
export const playFeedName = 'play'

/**
 * The feed `play` of svc-accounts: every posting of a game, in the order in which it was booked. All stakes of a draw
 * stand before its `play.gate.closed.v1`: who has read that event has them all. Amounts are hundredths as text.
 */
const Hundredths = z.string().regex(/^\d+$/)
const SignedHundredths = z.string().regex(/^-?\d+$/)

const posting = {
  transferId: z.string(),
  adminId: z.string(),
  gameId: z.string(),
  by: PostedBy,
  /** `YYYY-MM-DD` in the business zone. */
  bizDate: z.string(),
  poolBalance: SignedHundredths,
}
const player = z.object({ id: z.string(), username: z.string(), ancestry: Ancestry })

export const playEvents = {
  stakeBooked: eventOf(
    'play.stake.booked.v1',
    z.object({
      ...posting,
      ticketId: z.string(),
      player,
      amount: Hundredths,
      playerBalance: SignedHundredths,
      gateVersion: z.number().int(),
      details: z.json(),
    }),
  ),
  gateClosed: eventOf(
    'play.gate.closed.v1',
    z.object({
      adminId: z.string(),
      gameId: z.string(),
      drawId: z.string(),
      /** Closings so far, this one included. */
      gateVersion: z.number().int(),
      /** What was in the pool at that moment. */
      poolBalance: SignedHundredths,
      /** What decides the draw; absent where a new holder of the engine counts itself. */
      details: z.json().optional(),
    }),
  ),
  settlementBooked: eventOf(
    'play.settlement.booked.v1',
    z.object({ ...posting, amount: SignedHundredths, details: z.json() }),
  ),
  claimBooked: eventOf(
    'play.claim.booked.v1',
    z.object({
      ...posting,
      player,
      amount: Hundredths,
      playerBalance: SignedHundredths,
      /** The account that was paid instead of a deleted player: the one that received its balance. */
      heir: z.object({ walletId: z.string(), username: z.string() }).optional(),
      details: z.json(),
    }),
  ),
  recoveryBooked: eventOf(
    'play.recovery.booked.v1',
    z.object({ ...posting, player, amount: Hundredths, playerBalance: SignedHundredths, details: z.json() }),
  ),
  poolChanged: eventOf(
    'play.pool.changed.v1',
    z.object({ ...posting, type: z.enum(['add', 'reset']), amount: SignedHundredths }),
  ),
}
