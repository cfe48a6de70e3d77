import type { Db } from 'mongodb'
import type { Clock } from '../mongo/clock'
import type { Metrics } from '../telemetry/metrics'
import { deadLettersOf } from './dead-letters'
import { oldestUnpublished } from './outbox'

type Parts = { db: Db; clock: Clock; metrics: Metrics }

/** Exposes the age of unpublished events and the number of dead letters. */
export function addEventMetrics({ db, clock, metrics }: Parts, producer: string): void {
  metrics.gauge('outbox_age_seconds', 'Age of the oldest event not yet published to NATS; 0 without one', {
    read: async () => {
      const at = await oldestUnpublished(db, producer)
      return at ? (clock.now() - at.getTime()) / 1000 : 0
    },
  })
  metrics.gauge('dead_letters', 'Events that could not be applied', {
    read: () => deadLettersOf(db).estimatedDocumentCount(),
  })
}
