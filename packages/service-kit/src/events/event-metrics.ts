import type { Db } from 'mongodb'
import type { Metrics } from '../process/metrics'
import { deadLettersOf } from './dead-letters'
import { outboxOf } from './outbox'

/** Shows at `/metrics` how old the oldest unpublished event is, and how many events lie aside. */
export function showEvents(db: Db, metrics: Pick<Metrics, 'gauge'>): void {
  metrics.gauge('outbox_age_seconds', 'Age of an event that is committed and not yet in NATS; 0 when there is none', {
    read: async () => {
      // By the index alone, which holds the oldest first.
      const [waiting] = await outboxOf(db)
        .find({ todo: { $in: ['number', 'publish'] } })
        .limit(1)
        .toArray()
      return waiting ? (Date.now() - waiting.at.getTime()) / 1000 : 0
    },
  })
  metrics.gauge('dead_letters', 'Events that could not be applied and lie aside', {
    read: () => deadLettersOf(db).estimatedDocumentCount(),
  })
}
