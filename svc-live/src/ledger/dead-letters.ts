import type { PostingRequest } from '@cascade/contracts/accounts'
import { type Background, idleMs, type Logger, type Metrics, startLoop } from '@cascade/service-kit'
import type { DeadLetterStore } from './dead-letter-store'

/** Beyond this the ledger itself is failing, and nothing is parked. */
const deadLettersMax = 1_000
const pollEveryMs = 1_000
const retryBatchSize = 50

export type DeadLetters = ReturnType<typeof createDeadLetters>

/**
 * Postings at which the ledger fails. Each is retried alone, so that it blocks no others; callers get `parked` until
 * `startRetries` has resolved it.
 */
export function createDeadLetters(store: DeadLetterStore, metrics: Metrics, logger: Logger) {
  let ids = new Set<string>()
  let notify = () => {}
  const parkedTotal = metrics.counter('postings_aside_total', 'Postings dead-lettered after a ledger error', ['kind'])
  metrics.gauge('postings_aside', 'Dead-lettered postings that are retried', {
    read: () => ids.size,
  })

  return {
    has: (id: string) => ids.has(id),
    ids: () => [...ids],

    /** @returns false when there are too many dead letters */
    async park(request: PostingRequest, error: unknown): Promise<boolean> {
      if (ids.size >= deadLettersMax) return false
      ids.add(request.id)
      parkedTotal.inc({ kind: request.kind })
      const { id, kind, adminId, gameId, correlationId: requestId } = request
      logger.error({ err: error, id, kind, adminId, gameId, requestId }, 'posting dead-lettered after a ledger error')
      // The next leader finds it again by failing at it.
      await store
        .put(request, String(error))
        .catch(failure => logger.warn({ err: failure }, 'could not persist dead letter'))
      notify()
      return true
    },

    /**
     * Follows the dead letters of other instances; the leader retries each alone.
     * @param post one call with one request; rejects when it fails
     */
    startRetries(post: (request: PostingRequest) => Promise<unknown>, isLeading: () => boolean): Background {
      async function retry(): Promise<undefined> {
        if (isLeading() && ids.size > 0) {
          for (const row of await store.listDue(retryBatchSize)) {
            const failure = await post(row.request).then(
              () => undefined,
              error => String(error),
            )
            if (failure === undefined) await store.remove(row._id)
            else await store.postpone(row, failure)
          }
        }
        ids = new Set(await store.listParkedIds(deadLettersMax))
      }
      const everyMs = () => (ids.size > 0 ? pollEveryMs : idleMs)
      const loop = startLoop(retry, { everyMs, logger, name: 'dead letters' })
      notify = loop.notify
      return loop
    },
  }
}
