import { z } from 'zod'
import { PostedBy } from '../accounts/ledger/posting'
import { Id } from '../define'
import { internalCall } from '../internal'
import { Role } from '../roles'
import { CreateBet, PlacedBet } from './bets'
import { Board } from './board'
import { LiveGame } from './live-game'
import { PlayDraw } from './play/tables'
import { VoidedTicket, VoidTicket } from './void-ticket'

/** Payload of the socket events `gameData` and `timerData`. */
export const FeedRequest = z.strictObject({
  adminId: Id,
  gameId: Id,
  /**
   * Only for `gameData`: the client applies changes itself. Otherwise it also receives full states from time to time.
   */
  changes: z.boolean().optional(),
})
export type FeedRequest = z.infer<typeof FeedRequest>

/** Core NATS subject, below the namespace, for changes of an offering; the payload is a `LiveChange`. */
export const liveFeedSubject = (adminId: string, gameId: string) => `feed.live.${adminId}.${gameId}`

/** Core NATS subject that announces a new epoch of all feeds: subscribers must request a snapshot. */
export const liveEpochSubject = 'feed.live-epoch'
export const LiveEpoch = z.object({ epoch: z.string() })

/** Socket event for each `LiveChange` after the `responseData` of a subscription. */
export const liveChangeEvent = 'liveChange' as const

/** `removed`: the game was deleted; do not retry. */
export const FeedError = z.object({ error: z.string(), removed: z.literal(true).optional() })
export const TimerPush = z.object({
  gameId: z.string(),
  time: z.string(),
  drawAt: z.iso.datetime(),
  now: z.iso.datetime(),
})
export type TimerPush = z.infer<typeof TimerPush>

/** The signed-in user of a call that one instance forwards to another. */
export const ForwardedActor = z.strictObject({
  accountId: z.string(),
  username: z.string(),
  role: Role,
  sessionId: z.string(),
  ipAddress: z.string(),
})

const Hundredths = z.string().regex(/^\d+$/)
/** A count, and the time since the oldest waits. */
const Backlog = z.object({ count: z.number().int(), oldest: z.iso.datetime().nullable() })

/** Open play that blocks the deletion of a player. Amounts are hundredths. */
export const OpenPlay = z.object({
  /** Tickets of draws whose wins are not all booked, with their stakes. */
  tickets: z.object({ count: z.number().int(), stake: Hundredths }),
  /** Unclaimed wins. */
  wins: Hundredths,
  /** Debt from corrected results. */
  owed: Hundredths,
})
export type OpenPlay = z.infer<typeof OpenPlay>

export const liveInternal = {
  /**
   * Open play of a player, including every stake that the ledger booked before the call: after suspending the player,
   * the caller knows that nothing is added. With `claim`, all wins are first paid into the wallet and the debt is
   * deducted from it; idempotent. 503 if the ledger or its feed does not respond in time.
   */
  openPlay: internalCall({
    domain: 'live',
    method: 'POST',
    path: '/players/open-play',
    callers: ['svc-accounts'],
    body: z.strictObject({ playerId: z.string(), claim: z.boolean() }),
    response: OpenPlay,
  }),
  /**
   * Maximum cost of the open draws, below some admins or all: the sum of the most expensive results at booster 2. Also
   * returns overdue draws and betting stops in force. 503 while there is no engine leader.
   */
  exposure: internalCall({
    domain: 'live',
    method: 'POST',
    path: '/exposure',
    callers: ['svc-reports', 'svc-live'],
    body: z.strictObject({ adminIds: z.array(Id).max(1_000).nullable(), isFinal: z.boolean().default(false) }),
    response: z.object({
      draws: z.number().int(),
      stake: Hundredths,
      worst: Hundredths,
      late: Backlog.optional(),
      stops: Backlog.optional(),
    }),
  }),
  /** Player and draw of a ticket; 404 if there is none. */
  ticketOwner: internalCall({
    domain: 'live',
    method: 'POST',
    path: '/tickets/owner',
    callers: ['svc-reports'],
    body: z.strictObject({ ticketId: Id }),
    response: z.object({ playerId: z.string(), drawId: z.string() }),
  }),
  /** The board of a user, from the instance that has the open draws in memory. */
  board: internalCall({
    domain: 'live',
    method: 'POST',
    path: '/board',
    callers: ['svc-live'],
    body: z.strictObject({ accountId: z.string(), role: Role, adminId: Id.optional() }),
    response: Board,
  }),
  /** The snapshot for a subscription; 404 outside the user's scope. */
  snapshot: internalCall({
    domain: 'live',
    method: 'POST',
    path: '/snapshot',
    callers: ['gateway', 'svc-live'],
    body: z.strictObject({
      accountId: z.string(),
      role: Role,
      adminId: Id,
      gameId: Id,
      /** Set by an instance of svc-live that forwards the call. */
      isFinal: z.boolean().default(false),
    }),
    response: LiveGame,
  }),
  /** Checks that the user may watch a game, for callers that already have its state; 404 if not. */
  watch: internalCall({
    domain: 'live',
    method: 'POST',
    path: '/watch',
    callers: ['gateway'],
    body: z.strictObject({ accountId: z.string(), role: Role, adminId: Id, gameId: Id }),
    response: z.object({}),
  }),
  /** The open draw of a game of a player's admin; 404 if the player may not bet on it. */
  playDraw: internalCall({
    domain: 'live',
    method: 'POST',
    path: '/play-draw',
    callers: ['gateway'],
    body: z.strictObject({ accountId: z.string(), gameId: Id }),
    response: z.object({ adminId: z.string(), draw: PlayDraw }),
  }),
  /** A bet forwarded to the engine leader. */
  placeBet: internalCall({
    domain: 'live',
    method: 'POST',
    path: '/bets',
    callers: ['svc-live'],
    changes: true,
    body: z.strictObject({
      /** Assigned by the first instance, so that it can name the ticket even if the response is lost. */
      ticketId: z.string(),
      actor: ForwardedActor,
      idempotencyKey: z.string().nullable(),
      requestId: z.string(),
      input: CreateBet,
    }),
    response: PlacedBet.extend({ replayed: z.boolean() }),
  }),
  /** A void forwarded to the engine leader. */
  voidTicket: internalCall({
    domain: 'live',
    method: 'POST',
    path: '/voids',
    callers: ['svc-live'],
    changes: true,
    body: z.strictObject({
      ticketId: z.string(),
      by: PostedBy,
      requestId: z.string(),
      input: VoidTicket,
      /** End of the time in which a player may void it, in milliseconds since 1970. */
      endsAtMs: z.number().optional(),
    }),
    response: VoidedTicket.extend({ replayed: z.boolean() }),
  }),
  /** Notifies the engine of a change of a game or admin that affects bets. */
  refresh: internalCall({
    domain: 'live',
    method: 'POST',
    path: '/refresh',
    callers: ['svc-live'],
    body: z.strictObject({
      adminId: Id.nullable(),
      gameId: Id.nullable(),
      /** Pool balance after the latest posting, in hundredths, and its sequence number in the feed `play`. */
      pool: z.strictObject({ balance: z.string(), seq: z.number().int() }).optional(),
    }),
    response: z.object({}),
  }),
}
