import type { PostingRequest } from '@cascade/contracts/accounts'
import { type Background, type Logger, type Metrics, quietMs, startLoop } from '@cascade/service-kit'
import type { AsideStore } from './dead-letter-store'

/** Far more than faults of single postings ever are; beyond it the ledger itself is ill, and nothing is put aside. */
const mostAside = 1_000
const lookEveryMs = 1_000
const retriedAtOnce = 50

export type Aside = ReturnType<typeof createAside>

/**
 * Postings at which the ledger fails, each for itself: nobody asks for them with others, so that they hold up none.
 * Whoever asks is told that they lie aside, until `startRetries` has brought them to an end.
 */
export function createAside(store: AsideStore, metrics: Metrics, logger: Logger) {
  let ids = new Set<string>()
  let wake = () => {}
  const counted = metrics.counter('postings_aside_total', 'Postings that were put aside as the ledger failed at them', [
    'kind',
  ])
  metrics.gauge('postings_aside', 'Postings that lie aside and are asked for again now and then', {
    read: () => ids.size,
  })

  return {
    has: (id: string) => ids.has(id),
    ids: () => [...ids],

    /** @returns false when too many lie aside already. */
    async put(request: PostingRequest, error: unknown): Promise<boolean> {
      if (ids.size >= mostAside) return false
      ids.add(request.id)
      counted.inc({ kind: request.kind })
      const { id, kind, adminId, gameId, correlationId: requestId } = request
      logger.error(
        { err: error, id, kind, adminId, gameId, requestId },
        'a posting is put aside: the ledger fails at it',
      )
      // Known here all the same: whoever holds the engine next finds it anew.
      await store.put(request, String(error)).catch(failure => logger.warn({ err: failure }, 'not written down'))
      wake()
      return true
    },

    /**
     * Keeps in step with what other instances have put aside; the one that `isHere` asks for each again, alone.
     * @param ask one call with one request; rejects when it fails
     */
    startRetries(ask: (request: PostingRequest) => Promise<unknown>, isHere: () => boolean): Background {
      async function retry(): Promise<undefined> {
        if (isHere() && ids.size > 0) {
          for (const row of await store.due(retriedAtOnce)) {
            const failure = await ask(row.request).then(
              () => undefined,
              error => String(error),
            )
            if (failure === undefined) await store.remove(row._id)
            else await store.postpone(row, failure)
          }
        }
        ids = new Set(await store.waiting(mostAside))
      }
      const everyMs = () => (ids.size > 0 ? lookEveryMs : quietMs)
      const loop = startLoop(retry, { everyMs, logger, name: 'postings aside' })
      wake = loop.wake
      return loop
    },
  }
}
