import { z } from 'zod'
import { EventActor, EventPerson } from '../../event-actor'
import { internalCall } from '../../internal'
import { Role } from '../../roles'
import { BookedCall } from './booked-call'
import { ClaimDetails, RecoverDetails, SettleDetails, VoidDetails } from './details'

/** Maximum requests per call. They share commits and keep their order. */
export const postingsPerCallMax = 500
/** Maximum size of the `details` of one request, as JSON. */
export const detailsBytesMax = 8_192

/** Non-negative hundredths of a point as a decimal string. */
const Hundredths = z.string().regex(/^\d{1,16}$/)
const SignedHundredths = z.string().regex(/^-?\d{1,16}$/)
/** Amounts in responses, of any length: a response schema must accept every value that the ledger can hold. */
const HeldHundredths = z.string().regex(/^-?\d+$/)

/** The user or system account that caused a posting. */
export const PostedBy = z.strictObject({
  id: z.string(),
  username: z.string(),
  role: z.union([Role, z.literal('system')]),
  person: EventPerson.optional(),
  /** The second person who approved it: its rejection is then not final, because it can be approved again. */
  approvedBy: EventActor.optional(),
})
export type PostedBy = z.infer<typeof PostedBy>

/** An offering (admin × game). Its stakes flow into one pool, and its wins out of it. */
const pool = { adminId: z.string(), gameId: z.string() }
/** `id` is the idempotency key: a repeated request returns the original result. */
const request = { id: z.string().max(100), by: PostedBy, correlationId: z.string() }

/** A bet, from the player to the pool, while betting is open. `id` is the ticket id. */
export const StakeRequest = z.strictObject({
  kind: z.literal('stake'),
  ...request,
  ...pool,
  playerId: z.string(),
  amount: Hundredths,
  /**
   * Number of closings of the pool's gate that the caller knows of; any other number is rejected with `DRAW_CLOSED`.
   */
  gateVersion: z.number().int().min(0),
  /** Booking deadline by the database clock; later requests are rejected with `TOO_LATE`. */
  notAfter: z.iso.datetime(),
  /**
   * Opaque to the ledger except for `draw`, which statements read. Stored with the transfer and repeated in its event.
   */
  details: z.json(),
  call: BookedCall.optional(),
})

/** Maximum tickets per settlement. */
const ticketsPerSettlement = 500

/**
 * Wins of one chunk of a draw's tickets, from the pool to the unclaimed wins, or back if negative (a correction).
 * Rejected with `NOT_WON` if a ticket wins more than its stake allows, or less than before without a newer version of
 * the result. The wins of an offering per business day are limited (`OFFERING_LIMIT`).
 */
export const SettleRequest = z.strictObject({
  kind: z.literal('settle'),
  ...request,
  ...pool,
  amount: SignedHundredths,
  /** Change of the win of each ticket; `amount` is their sum. */
  wins: z.array(z.tuple([z.string().max(100), SignedHundredths])).max(ticketsPerSettlement),
  details: SettleDetails,
})

/**
 * Pays unclaimed wins into the player's wallet: for each ticket in `details`, at most the requested amount, and at most
 * what is won and unclaimed at commit time. Response and event carry the paid amount, which a correction may have
 * reduced to 0. Another player's ticket is rejected with `NOT_WON`. If the player is deleted, the account that received
 * the balance is paid.
 */
export const ClaimRequest = z.strictObject({
  kind: z.literal('claim'),
  ...request,
  ...pool,
  playerId: z.string(),
  amount: Hundredths,
  details: ClaimDetails,
})

/**
 * Recovers from a wallet what a corrected result overpaid for a ticket, as far as the balance allows, and returns the
 * recovered amount: 0 for a deleted player.
 */
export const RecoverRequest = z.strictObject({
  kind: z.literal('recover'),
  ...request,
  ...pool,
  playerId: z.string(),
  amount: Hundredths,
  details: RecoverDetails,
})

/**
 * Returns the stake of a ticket from the pool to the player's wallet, while betting is open: rejected with
 * `DRAW_CLOSED` once the gate has advanced since the stake. Idempotent per ticket, which can win nothing afterwards. If
 * the player is deleted, the account that received the balance is paid.
 */
export const VoidRequest = z.strictObject({
  kind: z.literal('void'),
  ...request,
  ...pool,
  playerId: z.string(),
  /** As for a stake. */
  notAfter: z.iso.datetime(),
  details: VoidDetails,
})

/**
 * `add` puts points into a pool, within the admin's credit line (`CREDIT_LINE`); `reset` empties it. No other posting
 * checks the credit line: wins are paid and results corrected regardless.
 */
export const PoolRequest = z.strictObject({
  kind: z.literal('pool'),
  ...request,
  ...pool,
  change: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('add'), amount: Hundredths }),
    z.strictObject({ type: z.literal('reset') }),
  ]),
})

/**
 * Ends betting on a draw: increments the gate from `gateVersion`. Idempotent per draw: a repetition changes nothing,
 * and the details of the first closing stay.
 */
export const CloseGateRequest = z.strictObject({
  kind: z.literal('closeGate'),
  ...request,
  ...pool,
  drawId: z.string(),
  gateVersion: z.number().int().min(0),
  details: z.json().optional(),
})

export const PostingRequest = z.discriminatedUnion('kind', [
  StakeRequest,
  SettleRequest,
  ClaimRequest,
  RecoverRequest,
  VoidRequest,
  PoolRequest,
  CloseGateRequest,
])
export type PostingRequest = z.infer<typeof PostingRequest>

/** The result of one request, in the order of the requests. */
export const PostingResult = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('booked'),
    id: z.string(),
    /** Booked earlier; this is the original result. */
    replayed: z.boolean(),
    /** Sequence number in the feed `play`. */
    seq: z.number().int(),
    /**
     * The amount moved. A claim or recovery may move less than requested, a reset moves the whole pool, a gate closing
     * 0.
     */
    amount: HeldHundredths,
    /** Balance afterwards; absent if no player's wallet was involved. */
    playerBalance: HeldHundredths.optional(),
    poolBalance: HeldHundredths,
    /** Number of gate closings afterwards. */
    gateVersion: z.number().int(),
    /** Claims only: number of tickets that were paid. */
    tickets: z.number().int().optional(),
  }),
  z.object({
    outcome: z.literal('refused'),
    id: z.string(),
    /** Stable code, e.g. `INSUFFICIENT`, `DRAW_CLOSED`, `TOO_LATE`, `FROZEN`, `NOT_WON`. */
    reason: z.string(),
    message: z.string(),
    /** The final outcome of the id, if known. */
    verdict: z.enum(['booked', 'refused']).optional(),
    creditLeft: z.number().optional(),
  }),
  /** Booked or not; repeating the same request resolves it. */
  z.object({ outcome: z.literal('unknown'), id: z.string() }),
])
export type PostingResult = z.infer<typeof PostingResult>

/** Calls of instances of svc-accounts to the leader. */
export const ledgerInternal = {
  /**
   * Commits requests in order. `batch` and `outcomes` are BSON in base64; null: this instance is not the leader, nothing
   * was done.
   */
  commit: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/ledger/settle',
    callers: ['svc-accounts'],
    changes: true,
    body: z.strictObject({ batch: z.string() }),
    response: z.object({ outcomes: z.string().nullable() }),
    bodyBytesMax: 16 * 1024 * 1024,
  }),
}

/** Postings of svc-live. */
export const postingInternal = {
  post: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/ledger/post',
    callers: ['svc-live'],
    changes: true,
    body: z.strictObject({ requests: z.array(PostingRequest).min(1).max(postingsPerCallMax) }),
    response: z.object({ results: z.array(PostingResult) }),
  }),
  /** Gates and pools for a starting engine. Offerings unknown to the ledger are omitted. */
  pools: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/ledger/pools',
    callers: ['svc-live'],
    body: z.strictObject({ pools: z.array(z.strictObject(pool)).max(1_000) }),
    response: z.object({
      pools: z.array(
        z.object({
          ...pool,
          gateVersion: z.number().int(),
          poolBalance: HeldHundredths,
          winsBalance: HeldHundredths,
        }),
      ),
      /** Newest sequence number of the feed `play` at that moment. */
      head: z.number().int(),
    }),
  }),
}
