import type { AnyEvent } from '@cascade/contracts'
import { AuthorityChanged, RunActed } from '@cascade/contracts/accounts'
import {
  type Background,
  type FeedConsumer,
  idleMs,
  resetReplica,
  type ServiceContext,
  startFeedConsumer,
  startLoop,
} from '@cascade/service-kit'
import type { z } from 'zod'
import type { Generations } from '../runtime/generations'
import { readAccountIndex, storeActivitiesIn } from './store-activities'

const pollMs = 1_000

/** Events with activities that svc-accounts writes itself, in the transaction of the act. */
const events = [RunActed, AuthorityChanged] as const
type ActedEvent = z.output<(typeof events)[number]>

/**
 * Stores the activities of these events. Starts when the account tree is complete: before, their accounts would be
 * unknown.
 */
export function startRunActivities(parts: ServiceContext, generations: Generations): Background {
  const { db, logger } = parts
  let consumer: FeedConsumer | undefined
  const everyMs = () => (consumer ? idleMs : pollMs)
  const loop = startLoop(start, { everyMs, logger, name: 'activities of runs' })

  async function start(): Promise<undefined> {
    if (consumer || !(await generations.isCaughtUp(parts, { producer: 'accounts' }))) return undefined
    consumer = startFeedConsumer({
      ...parts,
      producer: 'accounts',
      name: 'run-activities',
      schemas: Object.fromEntries(events.map(event => [event.shape.type.value, event as z.ZodType<AnyEvent>])),
      async project(batch, tx) {
        const activities = batch.flatMap(event => (event as ActedEvent).data.activities)
        await storeActivitiesIn(parts, activities, (await readAccountIndex(db, activities)).find, tx)
      },
      // Activities are unique by id, so a renumbered feed can be read again.
      onReplaced: ({ cursorId }) => resetReplica(db, { cursorId, collections: [] }),
    })
    return undefined
  }

  return {
    async stop() {
      await loop.stop()
      await consumer?.stop()
    },
  }
}
