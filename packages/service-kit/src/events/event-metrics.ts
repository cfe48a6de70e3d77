import type { Db } from 'mongodb'
import type { Clock } from '../mongo/clock'
import type { Metrics } from '../telemetry/metrics'
import { deadLettersOf } from './dead-letters'
import { oldestUnnumbered } from './outbox'

type Parts = { db: Db; clock: Clock; metrics: Metrics }

/** Exposes the age of events without a number and the number of dead letters. */
export function addEventMetrics({ db, clock, metrics }: Parts): void {
  metrics.gauge('outbox_age_seconds', 'Age of the oldest event without a number; 0 if all have one', {
    read: async () => {
      const at = await oldestUnnumbered(db)
      return at ? (clock.now() - at.getTime()) / 1000 : 0
    },
  })
  metrics.gauge('dead_letters', 'Events that could not be applied', {
    read: () => deadLettersOf(db).estimatedDocumentCount(),
  })
}
