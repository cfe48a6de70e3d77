import { type ErrorCode, type Reason, reasons } from '@cascade/contracts'
import { type PostingRequest, type PostingResult, postingInternal, postingLimit } from '@cascade/contracts/accounts'
import { AppError, type InternalClient, type Logger, type Metrics, sleep } from '@cascade/service-kit'
import type { Offering } from '../catalog/offering'
import type { DeadLetters } from './dead-letters'

/** A body that every service takes; requests of tickets with many bets fill it before the number does. */
const bodyMaxBytes = 200_000
const retryDelayMs = 200
/** So many faults in one call are no fault of single postings any more. */
const faultsPerCallMax = 8

export type LedgerClient = ReturnType<typeof createLedgerClient>
export type BookedPosting = Extract<PostingResult, { outcome: 'booked' }>
export type RejectedPosting = Extract<PostingResult, { outcome: 'refused' }>
/** Why the ledger booked nothing, and what it knows of the id for good. */
export type Rejection = Pick<RejectedPosting, 'reason' | 'message' | 'verdict'>
export type Verdict = Exclude<PostingResult, { outcome: 'unknown' }>
/** The ledger fails at it: it lies aside, and its outcome is not known until it has been brought to an end. */
export type PostingOutcome = Verdict | { outcome: 'parked'; id: string }
type PostingReply = PostingResult | PostingOutcome

type QueuedPosting = { request: PostingRequest; answer: (posted: PostingReply) => void }

/** The one place where svc-live asks svc-accounts to book something. */
export function createLedgerClient(
  call: InternalClient,
  { deadLetters, logger, metrics }: { deadLetters: DeadLetters; logger: Logger; metrics: Metrics },
) {
  const rejections = metrics.counter('postings_refused_total', 'Postings that the ledger refused', ['kind', 'reason'])
  const waiting: QueuedPosting[] = []
  let isSending = false

  async function callLedger(requests: readonly PostingRequest[]): Promise<PostingResult[]> {
    const { results } = await call(postingInternal.post, { body: { requests: [...requests] } })
    if (results.length === requests.length) return results
    throw new Error(`${results.length} results for ${requests.length} requests`)
  }

  /**
   * One call. What goes wrong on the way leaves the outcome open: the same request again will tell. What goes wrong
   * there goes wrong for one of them: they are halved down to that one, it is put aside, and the others go on.
   */
  async function bisect(requests: readonly PostingRequest[], faults: { left: number }): Promise<PostingReply[]> {
    try {
      return await callLedger(requests)
    } catch (error) {
      const [request] = requests
      const isAlone = requests.length === 1 && request !== undefined
      if (isUnavailable(error) || faults.left === 0) {
        logger.info({ err: error, count: requests.length }, 'the ledger did not answer')
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

  /** What lies aside is answered so, without a call. */
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

  /** Requests of a moment share a call, whoever makes them: hundreds of draws close at once. Their order is kept. */
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

    /** One request by itself; rejects when it fails. */
    postAlone: async (request: PostingRequest) => (await callLedger([request]))[0],

    /**
     * Asks until every outcome is known, or found not to be to be had; requests keep their order among themselves.
     * @returns the results in the order of the requests; undefined when it was told to stop before.
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

    /** Gates and balances of offerings, those that the ledger does not know left out; and the head of the feed `play`. */
    pools: (offerings: readonly Offering[]) =>
      call(postingInternal.pools, { body: { pools: offerings.map(({ adminId, gameId }) => ({ adminId, gameId })) } }),
  }
}

/** It cannot be reached, or does not take calls now: every request would meet the same. */
const isUnavailable = (error: unknown) =>
  error instanceof AppError && ['UNAVAILABLE', 'OUTCOME_UNKNOWN', 'TOO_MANY_REQUESTS'].includes(error.code)

/** As many of the first requests as fit in one call; one at least. */
export function firstBatch<R>(requests: readonly R[], bytesOf: (request: R) => number): R[] {
  let bytes = 0
  const end = requests.findIndex((request, index) => {
    bytes += bytesOf(request)
    return index > 0 && (index === postingLimit || bytes > bodyMaxBytes)
  })
  return end === -1 ? [...requests] : requests.slice(0, end)
}

export const bytesOf = (request: PostingRequest): number => JSON.stringify(request).length

/** What a refusal of the ledger is to the player who asked. */
const errorCodes: Readonly<Record<string, ErrorCode>> = {
  INSUFFICIENT: 'VALIDATION',
  LIMIT: 'VALIDATION',
  CREDIT_LINE: 'VALIDATION',
  FROZEN: 'FORBIDDEN',
  MISSING_WALLET: 'NOT_FOUND',
  KEY_REUSED: 'UNPROCESSABLE',
}

const isReason = (text: string): text is Reason => (reasons as readonly string[]).includes(text)

/** @param limitText for an amount or balance beyond what the ledger holds, in the words of the call */
export function toAppError({ reason, message, verdict }: Rejection, limitText: string): AppError {
  const text = reason === 'LIMIT' ? limitText : message
  return new AppError(errorCodes[reason] ?? 'CONFLICT', text, { verdict, ...(isReason(reason) && { reason }) })
}
