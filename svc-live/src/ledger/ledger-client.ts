import { type PostingRequest, type PostingResult, postingInternal, postingLimit } from '@cascade/contracts/accounts'
import { AppError, type InternalClient, type Logger, sleep } from '@cascade/service-kit'
import type { Pair } from '../draws/draw-id'

/** A body that every service takes; requests of tickets with many bets fill it before the number does. */
const bodyMaxBytes = 200_000
const againAfterMs = 200

export type LedgerClient = ReturnType<typeof createLedgerClient>
export type Booked = Extract<PostingResult, { outcome: 'booked' }>
export type Refused = Extract<PostingResult, { outcome: 'refused' }>
export type Settled = Exclude<PostingResult, { outcome: 'unknown' }>

/** The one place where svc-live asks svc-accounts to book something. */
export function createLedgerClient(call: InternalClient, logger: Logger) {
  /** One call. Whatever goes wrong on the way leaves the outcome open: the same request again will tell. */
  async function post(requests: readonly PostingRequest[]): Promise<PostingResult[]> {
    try {
      const { results } = await call(postingInternal.post, { body: { requests: [...requests] } })
      if (results.length === requests.length) return results
      throw new Error(`${results.length} results for ${requests.length} requests`)
    } catch (error) {
      const isAway =
        error instanceof AppError && ['UNAVAILABLE', 'OUTCOME_UNKNOWN', 'TOO_MANY_REQUESTS'].includes(error.code)
      logger[isAway ? 'info' : 'error']({ err: error, count: requests.length }, 'the ledger did not answer')
      return requests.map(({ id }) => ({ outcome: 'unknown', id }))
    }
  }

  return {
    post,

    /**
     * Asks until every outcome is known; requests keep their order among themselves.
     * @returns the results in the order of the requests; undefined when it was told to stop before.
     */
    async postAll(requests: readonly PostingRequest[], signal: AbortSignal): Promise<Settled[] | undefined> {
      const known = new Map<string, Settled>()
      for (let left = [...requests]; left.length > 0; left = left.filter(({ id }) => !known.has(id))) {
        if (signal.aborted) return undefined
        const results = await post(firstBatch(left, bytesOf))
        for (const result of results) if (result.outcome !== 'unknown') known.set(result.id, result)
        if (results.some(({ outcome }) => outcome === 'unknown')) await sleep(againAfterMs, signal)
      }
      return requests.flatMap(({ id }) => known.get(id) ?? [])
    },

    /** Gates and balances of pairs, those that the ledger does not know left out; and the head of the feed `play`. */
    pools: (pairs: readonly Pair[]) =>
      call(postingInternal.pools, { body: { pools: pairs.map(({ adminId, gameId }) => ({ adminId, gameId })) } }),
  }
}

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
