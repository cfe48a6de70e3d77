import { type ErrorCode, type Reason, reasons } from '@cascade/contracts'
import {
  type PostingRequest,
  type PostingResult,
  postingInternal,
  postingsPerCallMax,
} from '@cascade/contracts/accounts'
import { betTexts } from '@cascade/contracts/live'
import { AppError, type InternalClient, type Logger, type Metrics, sleep } from '@cascade/service-kit'
import type { Offering } from '../catalog/offering'
import type { DeadLetters } from './dead-letters'

/** Within every service's body limit; tickets with many bets reach it before the request count does. */
const bodyMaxBytes = 200_000
const retryDelayMs = 200
/** More faults in one call indicate an outage, not poison postings. */
const faultsPerCallMax = 8

export type LedgerClient = ReturnType<typeof createLedgerClient>
export type BookedPosting = Extract<PostingResult, { outcome: 'booked' }>
export type RejectedPosting = Extract<PostingResult, { outcome: 'refused' }>
/** Why the ledger booked nothing, and whether that is final for the id. */
export type Rejection = Pick<RejectedPosting, 'reason' | 'message' | 'verdict' | 'creditLeft'>
export type Verdict = Exclude<PostingResult, { outcome: 'unknown' }>
/** `parked`: the ledger fails at this posting, which is a dead letter; its outcome is unknown until it is resolved. */
export type PostingOutcome = Verdict | { outcome: 'parked'; id: string }
type PostingReply = PostingResult | PostingOutcome

type QueuedPosting = { request: PostingRequest; answer: (posted: PostingReply) => void }

export function createLedgerClient(
  call: InternalClient,
  { deadLetters, logger, metrics }: { deadLetters: DeadLetters; logger: Logger; metrics: Metrics },
) {
  const rejections = metrics.counter('postings_refused_total', 'Postings rejected by the ledger', ['kind', 'reason'])
  const waiting: QueuedPosting[] = []
  let isSending = false

  async function callLedger(requests: readonly PostingRequest[]): Promise<PostingResult[]> {
    const { results } = await call(postingInternal.post, { body: { requests: [...requests] } })
    if (results.length === requests.length) return results
    throw new Error(`${results.length} results for ${requests.length} requests`)
  }

  /**
   * One call. A network error leaves the outcomes unknown: repeat the requests. A server error is isolated by
   * bisection: the failing request becomes a dead letter, the others go on.
   */
  async function bisect(requests: readonly PostingRequest[], faults: { left: number }): Promise<PostingReply[]> {
    try {
      return await callLedger(requests)
    } catch (error) {
      const [request] = requests
      const isAlone = requests.length === 1 && request !== undefined
      if (isUnavailable(error) || faults.left === 0) {
        logger.info({ err: error, count: requests.length }, 'no reply from the ledger')
        return requests.map(({ id }) => ({ outcome: 'unknown', id }))
      }
      if (isAlone) {
        faults.left -= 1
        return [{ outcome: (await deadLetters.park(request, error)) ? 'parked' : 'unknown', id: request.id }]
      }
      const middle = Math.ceil(requests.length / 2)
      const first = await bisect(requests.slice(0, middle), faults)
      return [...first, ...(await bisect(requests.slice(middle), faults))]
    }
  }

  /** Dead letters are answered without a call. */
  async function post(requests: readonly PostingRequest[]): Promise<PostingReply[]> {
    const free = requests.filter(({ id }) => !deadLetters.has(id))
    const posted = free.length > 0 ? await bisect(free, { left: faultsPerCallMax }) : []
    for (const [index, result] of posted.entries()) {
      const { kind } = free[index] ?? {}
      if (result.outcome === 'refused' && kind) rejections.inc({ kind, reason: result.reason })
    }
    const byId = new Map(posted.map(reply => [reply.id, reply]))
    return requests.map(({ id }) => byId.get(id) ?? { outcome: 'parked', id })
  }

  /** Batches concurrent requests of all callers, in order: hundreds of draws close at once. */
  async function send(): Promise<void> {
    if (isSending) return
    isSending = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, firstBatch(waiting, ({ request }) => bytesOf(request)).length)
      const posted = await post(batch.map(({ request }) => request))
      for (const [index, { answer, request }] of batch.entries())
        answer(posted[index] ?? { outcome: 'unknown', id: request.id })
    }
    isSending = false
  }

  function enqueue(request: PostingRequest): Promise<PostingReply> {
    return new Promise(answer => {
      waiting.push({ request, answer })
      queueMicrotask(() => void send())
    })
  }

  return {
    post,

    postAlone: async (request: PostingRequest) => (await callLedger([request]))[0],

    /**
     * Posts until every outcome is known or parked; requests keep their order.
     * @returns results in the order of the requests; undefined when aborted
     */
    async postAll(requests: readonly PostingRequest[], signal: AbortSignal): Promise<PostingOutcome[] | undefined> {
      const outcomes = new Map<string, PostingOutcome>()
      for (let left = [...requests]; left.length > 0; left = left.filter(({ id }) => !outcomes.has(id))) {
        if (signal.aborted) return undefined
        const results = await Promise.all(left.map(enqueue))
        for (const result of results) if (result.outcome !== 'unknown') outcomes.set(result.id, result)
        if (results.some(({ outcome }) => outcome === 'unknown')) await sleep(retryDelayMs, signal)
      }
      return requests.flatMap(({ id }) => outcomes.get(id) ?? [])
    },

    /** Closing counters and balances of the offerings that the ledger knows, and the head of the feed `play`. */
    pools: (offerings: readonly Offering[]) =>
      call(postingInternal.pools, { body: { pools: offerings.map(({ adminId, gameId }) => ({ adminId, gameId })) } }),
  }
}

/** Unreachable or overloaded: every request would fail the same way. */
const isUnavailable = (error: unknown) =>
  error instanceof AppError && ['UNAVAILABLE', 'OUTCOME_UNKNOWN', 'TOO_MANY_REQUESTS'].includes(error.code)

/** As many leading requests as fit in one call, at least one. */
export function firstBatch<R>(requests: readonly R[], bytesOf: (request: R) => number): R[] {
  let bytes = 0
  const end = requests.findIndex((request, index) => {
    bytes += bytesOf(request)
    return index > 0 && (index === postingsPerCallMax || bytes > bodyMaxBytes)
  })
  return end === -1 ? [...requests] : requests.slice(0, end)
}

export const bytesOf = (request: PostingRequest): number => JSON.stringify(request).length

const errorCodes: Readonly<Record<string, ErrorCode>> = {
  INSUFFICIENT: 'VALIDATION',
  LIMIT: 'VALIDATION',
  CREDIT_LINE: 'VALIDATION',
  STAKE_LIMIT: 'VALIDATION',
  LOSS_LIMIT: 'VALIDATION',
  PAUSED: 'VALIDATION',
  FROZEN: 'FORBIDDEN',
  APPROVAL_NEEDED: 'FORBIDDEN',
  MISSING_WALLET: 'NOT_FOUND',
  KEY_REUSED: 'UNPROCESSABLE',
  TOO_MANY_REJECTIONS: 'TOO_MANY_REQUESTS',
}

/** Player-facing texts for rejections by the ledger. */
const playerTexts: Readonly<Record<string, string>> = {
  FROZEN: betTexts.inactive,
  MISSING_WALLET: betTexts.inactive,
  KEY_REUSED: betTexts.keyReused,
}

const isReason = (text: string): text is Reason => (reasons as readonly string[]).includes(text)

/** @param limitText message for an amount or balance beyond the ledger's range */
export function toAppError({ reason, message, verdict, creditLeft }: Rejection, limitText: string): AppError {
  const text = reason === 'LIMIT' ? limitText : (playerTexts[reason] ?? message)
  return new AppError(errorCodes[reason] ?? 'CONFLICT', text, {
    verdict,
    creditLeft,
    ...(isReason(reason) && { reason }),
  })
}
