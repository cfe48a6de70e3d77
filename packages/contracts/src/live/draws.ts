import { z } from 'zod'
import { CallerQuery, Id, ListQuery } from '../define'
import { DrawPolicy } from '../games/description'
import { calendarDay } from '../values/moments'
import { Points } from '../values/points'
import { SeedChain } from './fairness/seed-chain'
import { LiveActor } from './live-game'
import { DrawDocument, PublicJwk, SealedRecord } from './record'

/** `open`: takes bets or waits for its moment; `drawn`: has a result; `settled`: every win is booked. */
export const DrawState = z.enum(['open', 'drawn', 'settled'])
export type DrawState = z.infer<typeof DrawState>

/** One finished draw of a list, in points. */
export const DrawRow = z.object({
  drawId: z.string(),
  adminId: z.string(),
  gameId: z.string(),
  drawAt: z.iso.datetime(),
  result: z.string(),
  booster: z.number().int(),
  policy: z.enum([...DrawPolicy.options, 'manual']),
  stake: Points,
  payout: Points,
  tickets: z.number().int(),
  /** 1, and one more with each correction. */
  resultVersion: z.number().int(),
  by: LiveActor.nullable(),
  state: DrawState,
})
export type DrawRow = z.infer<typeof DrawRow>

export const DrawListQuery = ListQuery.extend({
  adminId: Id,
  gameId: Id,
  /** `YYYY-MM-DD` in the business zone; today when absent. */
  day: calendarDay().optional(),
})

export const DrawParams = z.strictObject({ drawId: Id })

/** Everything about one draw. */
export const DrawPage = z.object({
  drawId: z.string(),
  adminId: z.string(),
  adminUsername: z.string(),
  gameId: z.string(),
  gameName: z.string(),
  drawAt: z.iso.datetime(),
  state: DrawState,
  tickets: z.number().int(),
  stake: Points,
  /** What the tickets have won so far, and how much of it was claimed. */
  won: Points,
  claimed: Points,
  /** Stakes by bet, the largest first. */
  legs: z.array(z.object({ type: z.string(), drawno: z.string(), stake: Points })),
  /** The record of each version of the result, the first one first; empty before it is drawn. */
  documents: z.array(DrawDocument),
  /** The record before the first of them in its chain, to check that none is missing. */
  previous: SealedRecord.nullable(),
  keys: z.array(PublicJwk),
  seeds: z.array(SeedChain),
})
export type DrawPage = z.infer<typeof DrawPage>

export const DrawTicket = z.object({
  ticketId: z.string(),
  playerId: z.string(),
  username: z.string(),
  at: z.iso.datetime(),
  stake: Points,
  win: Points,
  lines: z.array(z.object({ type: z.string(), drawno: z.string(), quantity: z.number().int() })),
})
export type DrawTicket = z.infer<typeof DrawTicket>

/**
 * What anybody may read who knows the draw's id: the records without their confidential part, and what to check them
 * with.
 */
export const PublicRecord = z.object({
  documents: z.array(DrawDocument),
  keys: z.array(PublicJwk),
  seeds: z.array(SeedChain),
})

export const DrawTicketsQuery = CallerQuery.extend({
  page: z.coerce.number().int().min(1).max(100_000).optional(),
  size: z.coerce.number().int().min(1).max(500).optional(),
})
