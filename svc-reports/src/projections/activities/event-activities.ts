import type { AnyEvent } from '@cascade/contracts'
import {
  AuthorityChanged,
  creditFeedName,
  playEvents,
  playFeedName,
  RunActed,
  TransferRecorded,
} from '@cascade/contracts/accounts'
import {
  type Background,
  type FeedConsumer,
  type FeedSource,
  idleMs,
  resetReplica,
  type ServiceContext,
  startFeedConsumer,
  startLoop,
} from '@cascade/service-kit'
import type { z } from 'zod'
import type { Generations } from '../runtime/generations'
import { type Booked, partiesOf, toBookedActivities } from './booked-activities'
import { readAccountIndex, storeActivitiesIn } from './store-activities'

const pollMs = 1_000
/** The log may be this far behind: batching halves the number of transactions. */
const gatherMs = 250

type Source = {
  name: string
  feed?: FeedSource['feed']
  events: readonly (
    | typeof RunActed
    | typeof AuthorityChanged
    | typeof TransferRecorded
    | typeof playEvents.stakeBooked
  )[]
}
type SourceEvent = z.output<Source['events'][number]>

/** Events that svc-accounts commits together with the act. */
const sources: readonly Source[] = [
  { name: 'run-activities', events: [RunActed, AuthorityChanged] },
  { name: 'transfer-activities', feed: creditFeedName, events: [TransferRecorded] },
  { name: 'stake-activities', feed: playFeedName, events: [playEvents.stakeBooked] },
]

const activitiesOf = (event: SourceEvent) =>
  'activities' in event.data ? event.data.activities : toBookedActivities(event as Booked)
const partiesIn = (event: SourceEvent) => ('activities' in event.data ? [] : partiesOf(event as Booked))

/**
 * Stores the activities of these events. Starts when the account tree is complete: before, their accounts would be
 * unknown.
 */
export function startEventActivities(parts: ServiceContext, generations: Generations): Background {
  const { db, logger } = parts
  let consumers: FeedConsumer[] = []
  const everyMs = () => (consumers.length > 0 ? idleMs : pollMs)
  const loop = startLoop(start, { everyMs, logger, name: 'activities of events' })

  async function start(): Promise<undefined> {
    if (consumers.length > 0 || !(await generations.isCaughtUp(parts, { producer: 'accounts' }))) return undefined
    consumers = sources.map(startConsumer)
    return undefined
  }

  function startConsumer({ name, feed, events }: Source) {
    return startFeedConsumer({
      ...parts,
      ...(feed && { feed }),
      producer: 'accounts',
      name,
      gatherMs,
      schemas: Object.fromEntries(
        events.map(event => [event.shape.type.value, event as unknown as z.ZodType<AnyEvent>]),
      ),
      async project(batch, tx) {
        const acted = batch as readonly SourceEvent[]
        const activities = acted.flatMap(activitiesOf)
        const parties = acted.flatMap(partiesIn)
        const { find } = await readAccountIndex(db, activities, parties)
        await storeActivitiesIn(parts, activities, find, tx, parties)
      },
      // Activities are unique by id, so a renumbered feed can be read again.
      onReplaced: ({ cursorId }) => resetReplica(db, { cursorId, collections: [] }),
    })
  }

  return {
    async stop() {
      await loop.stop()
      await Promise.all(consumers.map(consumer => consumer.stop()))
    },
  }
}
