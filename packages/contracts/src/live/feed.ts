import { z } from 'zod'
import { Id } from '../define'
import { internalCall } from '../internal'
import { Role } from '../roles'
import { CreateBet, PlacedBet } from './bet'
import { LiveGame } from './live-game'

/** What a browser sends over the socket as `gameData` and `timerData`. */
export const FeedRequest = z.strictObject({ adminId: Id, gameId: Id })
export type FeedRequest = z.infer<typeof FeedRequest>

/** Core NATS subject below the namespace of a game's changes; the payload is a `LiveChange`. */
export const liveFeedSubject = (adminId: string, gameId: string) => `feed.live.${adminId}.${gameId}`

/** Socket event with each `LiveChange` after the `responseData` of a subscription. */
export const liveChangeEvent = 'liveChange'

/** What the socket answers: `responseData` with the draw or an error, `timer` with the time left. */
export const FeedError = z.object({ error: z.string() })
export const TimerPush = z.object({
  gameId: z.string(),
  time: z.string(),
  drawAt: z.iso.datetime(),
  now: z.iso.datetime(),
})
export type TimerPush = z.infer<typeof TimerPush>

/** The signed-in user of a call that one process hands on to another. */
export const HandedActor = z.strictObject({
  accountId: z.string(),
  username: z.string(),
  role: Role,
  sessionId: z.string(),
  ipAddress: z.string(),
})

export const liveInternal = {
  /** The snapshot of a subscription, checked against the user's scope; 404 outside it. */
  snapshot: internalCall({
    domain: 'live',
    method: 'POST',
    path: '/snapshot',
    callers: ['gateway', 'svc-live'],
    body: z.strictObject({ accountId: z.string(), role: Role, adminId: Id, gameId: Id }),
    answer: LiveGame,
  }),
  /** Whether the user may watch a game, for a caller that has its state already; 404 when not. */
  watch: internalCall({
    domain: 'live',
    method: 'POST',
    path: '/watch',
    callers: ['gateway'],
    body: z.strictObject({ accountId: z.string(), role: Role, adminId: Id, gameId: Id }),
    answer: z.object({}),
  }),
  /** A bet that came to an instance that does not take bets now. */
  placeBet: internalCall({
    domain: 'live',
    method: 'POST',
    path: '/bets',
    callers: ['svc-live'],
    body: z.strictObject({
      actor: HandedActor,
      idempotencyKey: z.string().nullable(),
      requestId: z.string(),
      input: CreateBet,
    }),
    answer: PlacedBet.extend({ replayed: z.boolean() }),
  }),
  /** A game or admin has changed in a way that the bets that are taken now must know of. */
  refresh: internalCall({
    domain: 'live',
    method: 'POST',
    path: '/refresh',
    callers: ['svc-live'],
    body: z.strictObject({ adminId: Id.nullable(), gameId: Id.nullable() }),
    answer: z.object({}),
  }),
}
