import { ActivityRecorded } from '@cascade/contracts/gateway'
import {
  type Background,
  type Consumer,
  deadLettersOf,
  isMarked,
  isTransient,
  type JsMsg,
  jsonOf,
  openActivityConsumer,
  pullMessages,
  putAside,
  retryAside,
  rewindActivities,
  type ServiceParts,
  sleep,
  startLoop,
} from '@cascade/service-kit'
import { z } from 'zod'
import type { Generations } from '../runtime/generations'
import { type AccountIndex, type AccountLookup, readAccountIndex, storeActivities } from './store-activities'

const batchSize = 200
/** Activities trickle in one by one: those of this time are kept together, in one transaction. */
const gatherMs = 250
/** How often an activity of an account that is not known yet is put back, a second longer each time, up to ten. */
const redeliveriesMax = 60
const pauseMsMax = 10_000
const attemptsBeforeDeadLetter = 5
const retryEveryMs = 5_000
const pollMs = 500

/** Many activities of a moment. Each is read for itself: one that cannot be read must not take the others with it. */
const ManyActivities = z.object({ data: z.object({ activities: z.array(z.unknown()) }) })

function parseActivities(content: unknown): {
  events: ActivityRecorded[]
  unreadable: { item: unknown; reason: string }[]
} {
  const many = ManyActivities.safeParse(content)
  const events: ActivityRecorded[] = []
  const unreadable: { item: unknown; reason: string }[] = []
  for (const item of many.success ? many.data.data.activities : [content]) {
    const read = ActivityRecorded.safeParse(item)
    if (read.success) events.push(read.data)
    else unreadable.push({ item, reason: read.error.message })
  }
  return { events, unreadable }
}

type Connections = Pick<ServiceParts, 'bus' | 'logger' | 'zone' | 'client' | 'db' | 'call'>
/** `of`: all that the message holds, where `events` is a part of it. */
type Delivery = { message: JsMsg; events: readonly ActivityRecorded[]; all?: readonly ActivityRecorded[] }

const projection = 'activity'

/**
 * Stores the activities that gateways publish. They have no gapless number and no source but JetStream, so each is
 * stored by its id, at least once and counted once. An empty database begins again with all that the stream holds.
 */
export function startActivityConsumer(parts: Connections, generations: Generations): Background {
  const { bus, logger, db } = parts
  let consumer: Consumer | undefined
  let lastRetry = 0
  /** A sign-in is told by name: before the accounts of an empty database are there, nobody would be found. */
  let isTreeReady = false

  async function round(signal: AbortSignal): Promise<'again' | undefined> {
    if (!bus.isUp()) return undefined
    isTreeReady ||= await generations.isCaughtUp(parts, { producer: 'accounts' })
    if (!isTreeReady) return undefined
    const open = consumer ?? (await openConsumer())
    consumer = undefined
    if (!open) return undefined
    await handle(await pullMessages(open, batchSize))
    await retryWhenDue()
    // After a failure it is opened again.
    consumer = open
    await sleep(gatherMs, signal)
    return 'again'
  }

  async function openConsumer(): Promise<Consumer | undefined> {
    const projections = db.collection<{ _id: string }>('projections')
    if (!(await projections.findOne({ _id: projection }))) {
      if (!(await rewindActivities(bus))) return undefined
      await projections.updateOne({ _id: projection }, { $setOnInsert: { at: new Date() } }, { upsert: true })
    }
    return openActivityConsumer(bus)
  }

  /** Kept once for each id: what stays aside after it was kept does no harm. */
  async function retryWhenDue() {
    if (Date.now() - lastRetry < retryEveryMs) return
    lastRetry = Date.now()
    if (!(await isMarked(db, projection))) return
    await retryAside(db, projection, async ({ _id, event }) => {
      const { events, unreadable } = parseActivities(JSON.parse(String(event)))
      if (unreadable[0]) throw new Error(unreadable[0].reason)
      await storeActivities(parts, events, (await readAccountIndex(db, events)).of)
      await deadLettersOf(db).deleteOne({ _id })
    })
  }

  async function handle(messages: readonly JsMsg[]) {
    const deliveries: Delivery[] = []
    for (const message of messages) {
      const content = jsonOf(message)
      const { events, unreadable } = parseActivities(content)
      for (const [index, { item, reason }] of unreadable.entries()) {
        const text = content === undefined ? message.string() : JSON.stringify(item)
        await deadLetter(message, text, { reason, index })
      }
      if (events.length > 0) deliveries.push({ message, events })
      else message.term()
    }
    if (deliveries.length === 0) return
    const all = deliveries.flatMap(({ events }) => events)
    const accounts = await readAccountIndex(db, all)
    const ready = deliveries.map(delivery => resolvedPart(delivery, accounts))
    await store(ready, accounts.of).catch(() => storeOneByOne(ready, accounts.of))
  }

  /** What can be kept now: the rest of a message waits for its accounts, and comes again with the whole message. */
  function resolvedPart({ message, events }: Delivery, { isResolved }: AccountIndex): Delivery {
    if (message.info.redeliveryCount > redeliveriesMax) return { message, events }
    return { message, events: events.filter(isResolved), all: events }
  }

  async function store(deliveries: readonly Delivery[], accountOf: AccountLookup) {
    await storeActivities(
      parts,
      deliveries.flatMap(({ events }) => events),
      accountOf,
    )
    for (const { message, events, all = events } of deliveries) {
      if (events.length === all.length) message.ack()
      else message.nak(Math.min(message.info.redeliveryCount * 1_000, pauseMsMax))
    }
  }

  async function storeOneByOne(deliveries: readonly Delivery[], accountOf: AccountLookup) {
    for (const delivery of deliveries) {
      try {
        await store([delivery], accountOf)
      } catch (error) {
        if (isTransient(error)) throw error
        if (delivery.message.info.redeliveryCount >= attemptsBeforeDeadLetter) {
          await deadLetter(delivery.message, delivery.message.string(), { reason: String(error) })
          delivery.message.term()
        } else delivery.message.nak(1_000)
      }
    }
  }

  /** Whole, so that it can be driven again. @param index of the one activity of the message that cannot be read */
  async function deadLetter(message: JsMsg, event: string, { reason, index }: { reason: string; index?: number }) {
    logger.error({ streamSeq: message.seq, reason }, 'activity put aside')
    const _id = [projection, message.seq, ...(index ? [index] : [])].join(':')
    await putAside(db, { _id, projection, event, reason })
  }

  return startLoop(round, { everyMs: pollMs, logger, name: `feed ${projection}` })
}
