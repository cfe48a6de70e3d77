import { z } from 'zod'
import { internalCall } from '../../internal'
import { Role } from '../../roles'
import { ClaimDetails, RecoverDetails, SettleDetails } from './details'

/** The most requests of one call; they share commits, and their order is kept. */
export const postingLimit = 500
/** The longest `details` of one request, as JSON text. */
export const detailsMaxBytes = 8_192

/** Hundredths of a point as a decimal string, not negative. */
const Hundredths = z.string().regex(/^\d{1,16}$/)
/** Hundredths that may be negative. */
const SignedHundredths = z.string().regex(/^-?\d{1,16}$/)
/** What the ledger holds or moved: of any length, as an answer must never be narrower than the state it tells of. */
const HeldHundredths = z.string().regex(/^-?\d+$/)

/** The person, or the account of the system, that caused a posting. */
export const PostedBy = z.strictObject({
  id: z.string(),
  username: z.string(),
  role: z.union([Role, z.literal('system')]),
})
export type PostedBy = z.infer<typeof PostedBy>

/** A game below one admin: its stakes flow into one pool, and its wins out of it. */
const pool = { adminId: z.string(), gameId: z.string() }
/** `id` makes a request happen once, for ever: repeated, it is answered by what was booked then. */
const request = { id: z.string().max(100), by: PostedBy, correlationId: z.string() }

/** A bet: from the player to the pool, unless betting was closed. `id` is the ticket's. */
export const StakeRequest = z.strictObject({
  kind: z.literal('stake'),
  ...request,
  ...pool,
  playerId: z.string(),
  amount: Hundredths,
  /** Closings of the pool's gate that the caller knows of; any other number refuses with `DRAW_CLOSED`. */
  gateVersion: z.number().int().min(0),
  /** The last moment at which it may be booked, by the database's clock; later refuses with `TOO_LATE`. */
  notAfter: z.iso.datetime(),
  /** Of svc-live: stored with the transfer and told by its event; a statement reads its `draw`. */
  details: z.json(),
})

/** Tickets of a draw that are settled by one request at most. */
const ticketsPerSettlement = 500

/**
 * Wins of one chunk of a draw's tickets: from the pool to the unclaimed wins, back where negative (a correction). A
 * ticket wins no more than its stake can bring, and less than before only by a further version of the result: else
 * `NOT_WON`. What a pair's tickets win in a business day has a limit (`PAIR_LIMIT`).
 */
export const SettleRequest = z.strictObject({
  kind: z.literal('settle'),
  ...request,
  ...pool,
  amount: SignedHundredths,
  /** By how much the win of each ticket changes; `amount` is their sum. */
  wins: z.array(z.tuple([z.string().max(100), SignedHundredths])).max(ticketsPerSettlement),
  details: SettleDetails,
})

/**
 * Unclaimed wins that a player takes to the wallet: of each ticket in `details` as much of the requested amount as is won
 * and not claimed when it is booked. Answer and event carry what was paid, which a correction may have made less, or
 * nothing. Another player's ticket is refused with `NOT_WON`. Where the player is deleted, the account that received the
 * balance is paid.
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
 * Takes back from a wallet what a corrected result gave too much for a ticket: as much of it as is there, and tells how
 * much that was. Of a deleted player that is nothing.
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
 * `add` puts points into a pool, as far as the admin's credit line goes (`CREDIT_LINE`); `reset` brings it to 0, whatever
 * is in it at that moment. No other posting looks at the line: wins are paid and results corrected whatever is left.
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
 * Ends betting on a draw: raises the gate from `gateVersion` by one. Repeated for the same draw it changes nothing, its
 * details neither: what stood at the first closing stays.
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
  PoolRequest,
  CloseGateRequest,
])
export type PostingRequest = z.infer<typeof PostingRequest>

/** What became of one request, in the order of the requests. */
export const PostingResult = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('booked'),
    id: z.string(),
    /** True when it had been booked before, and this is its first answer again. */
    replayed: z.boolean(),
    /** Number in the feed `play`. */
    seq: z.number().int(),
    /** The amount moved: a claim or recovery may move less than requested, a reset moves the whole pool, a gate `0`. */
    amount: HeldHundredths,
    /** After it; absent where no wallet of a player took part. */
    playerBalance: HeldHundredths.optional(),
    poolBalance: HeldHundredths,
    /** Closings of the gate after it. */
    gateVersion: z.number().int(),
    /** Of a claim: how many of its tickets it paid something of. */
    tickets: z.number().int().optional(),
  }),
  z.object({
    outcome: z.literal('refused'),
    id: z.string(),
    /** Stable, e.g. `INSUFFICIENT`, `DRAW_CLOSED`, `TOO_LATE`, `FROZEN`, `NOT_WON`. */
    reason: z.string(),
    message: z.string(),
    /** What is known of the id for good. */
    verdict: z.enum(['booked', 'refused']).optional(),
  }),
  /** It may or may not be booked: the same request again will tell. */
  z.object({ outcome: z.literal('unknown'), id: z.string() }),
])
export type PostingResult = z.infer<typeof PostingResult>

/** What instances of svc-accounts ask the one that writes. */
export const ledgerInternal = {
  /** Settles requests in their order. Both texts are of the ledger's own notation; null: it does not write, nothing was done. */
  settle: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/ledger/settle',
    callers: ['svc-accounts'],
    body: z.strictObject({ batch: z.string() }),
    answer: z.object({ outcomes: z.string().nullable() }),
    limitBytes: 16 * 1024 * 1024,
  }),
  /** Asked by the writer before it commits: which of the requests that were handed over are not to be booked after all. */
  confirm: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/ledger/confirm',
    callers: ['svc-accounts'],
    body: z.strictObject({ ids: z.array(z.string()).max(1_000) }),
    answer: z.object({ refused: z.array(z.string()) }),
  }),
}

/** Money that svc-live asks svc-accounts to book. */
export const postingInternal = {
  post: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/ledger/post',
    callers: ['svc-live'],
    body: z.strictObject({ requests: z.array(PostingRequest).min(1).max(postingLimit) }),
    answer: z.object({ results: z.array(PostingResult) }),
  }),
  /** Where gates and pools stand, for an engine that starts; pairs that the ledger does not know are left out. */
  pools: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/ledger/pools',
    callers: ['svc-live'],
    body: z.strictObject({ pools: z.array(z.strictObject(pool)).max(1_000) }),
    answer: z.object({
      pools: z.array(
        z.object({
          ...pool,
          gateVersion: z.number().int(),
          poolBalance: HeldHundredths,
          winsBalance: HeldHundredths,
        }),
      ),
      /** Newest number of the feed `play` at that moment. */
      head: z.number().int(),
    }),
  }),
}
