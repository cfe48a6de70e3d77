import { z } from 'zod'
import { Id } from '../define'
import { internalCall } from '../internal'
import { Role } from '../roles'
import { CreateBet, PlacedBet } from './bets'
import { Board } from './board'
import { LiveGame } from './live-game'

/** What a browser sends over the socket as `gameData` and `timerData`. */
export const FeedRequest = z.strictObject({
  adminId: Id,
  gameId: Id,
  /** Of `gameData`: the client puts changes together itself. Otherwise it is shown whole states from time to time, too. */
  changes: z.boolean().optional(),
})
export type FeedRequest = z.infer<typeof FeedRequest>

/** Core NATS subject below the namespace of a game's changes; the payload is a `LiveChange`. */
export const liveFeedSubject = (adminId: string, gameId: string) => `feed.live.${adminId}.${gameId}`

/** Core NATS subject on which a new epoch of all feeds is told: whoever follows one asks for a snapshot again. */
export const liveEpochSubject = 'feed.live-epoch'
export const LiveEpoch = z.object({ epoch: z.string() })

/** Socket event with each `LiveChange` after the `responseData` of a subscription. */
export const liveChangeEvent = 'liveChange' as const

/** What the socket answers: `responseData` with the draw or an error, `timer` with the time left. */
/** `removed`: the game is gone for good, and asking again does not help. */
export const FeedError = z.object({ error: z.string(), removed: z.literal(true).optional() })
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

const Hundredths = z.string().regex(/^\d+$/)
/** How many there are, and since when the oldest waits. */
const Waiting = z.object({ count: z.number().int(), oldest: z.iso.datetime().nullable() })

/** What keeps a player from being let go. Amounts are hundredths. */
export const OpenPlay = z.object({
  /** On draws whose wins are not all booked, with what was staked on them. */
  tickets: z.object({ count: z.number().int(), stake: Hundredths }),
  /** Won and not in the wallet yet. */
  wins: Hundredths,
  /** What corrected results left to be taken back. */
  owed: Hundredths,
})
export type OpenPlay = z.infer<typeof OpenPlay>

export const liveInternal = {
  /**
   * What a player has in play, counting every stake that the ledger booked before the call: whoever has suspended the
   * player before knows that nothing is added. With `claim` all wins are brought to the wallet first, and what is owed
   * is taken from it; repeated it does no harm. 503 when the ledger or its feed does not answer in time.
   */
  openPlay: internalCall({
    domain: 'live',
    method: 'POST',
    path: '/players/open-play',
    callers: ['svc-accounts'],
    body: z.strictObject({ playerId: z.string(), claim: z.boolean() }),
    answer: OpenPlay,
  }),
  /**
   * What the draws that are open now cost at most, below some admins or all: for each the dearest result at booster 2;
   * besides the draws that are late and the betting stops in force. 503 while nobody holds the engine.
   */
  exposure: internalCall({
    domain: 'live',
    method: 'POST',
    path: '/exposure',
    callers: ['svc-reports', 'svc-live'],
    body: z.strictObject({ adminIds: z.array(Id).max(1_000).nullable(), isFinal: z.boolean().default(false) }),
    answer: z.object({
      draws: z.number().int(),
      stake: Hundredths,
      worst: Hundredths,
      late: Waiting.optional(),
      stops: Waiting.optional(),
    }),
  }),
  /** The board of a user, from the instance that holds the open draws. */
  board: internalCall({
    domain: 'live',
    method: 'POST',
    path: '/board',
    callers: ['svc-live'],
    body: z.strictObject({ accountId: z.string(), role: Role, adminId: Id.optional() }),
    answer: Board,
  }),
  /** The snapshot of a subscription, checked against the user's scope; 404 outside it. */
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
      /** Set by an instance of svc-live that hands the question on. */
      isFinal: z.boolean().default(false),
    }),
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
      /** Given by the instance that was called, so that it can name the ticket whatever happens on the way. */
      ticketId: z.string(),
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
    body: z.strictObject({
      adminId: Id.nullable(),
      gameId: Id.nullable(),
      /** What a posting has just left in the pool, in hundredths, and its number in the feed `play`. */
      pool: z.strictObject({ balance: z.string(), seq: z.number().int() }).optional(),
    }),
    answer: z.object({}),
  }),
}
