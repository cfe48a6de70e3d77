import { ActivityRecorded } from '@cascade/contracts/gateway'
import {
  type Background,
  type Consumer,
  deadLettersOf,
  hasRetries,
  isDatabaseFault,
  type JsMsg,
  jsonOf,
  openActivityConsumer,
  pullMessages,
  retryDeadLetters,
  rewindActivities,
  type ServiceContext,
  sleep,
  startLoop,
  storeDeadLetter,
} from '@cascade/service-kit'
import { z } from 'zod'
import type { Generations } from '../runtime/generations'
import { countMissing, joinNumbered } from './activity-numbers'
import { type AccountIndex, type AccountLookup, readAccountIndex, storeActivities } from './store-activities'

const batchSize = 200
/** Activities of this period are stored in one transaction. */
const gatherMs = 250
/** Redeliveries of an activity whose account is unknown, each a second later than the last, up to ten. */
const redeliveriesMax = 60
const pauseMsMax = 10_000
const attemptsBeforeDeadLetter = 5
const retryEveryMs = 5_000
const pollMs = 500

/** A batch of activities. Each is parsed separately, so that an invalid one does not block the others. */
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

type Connections = Pick<ServiceContext, 'bus' | 'logger' | 'zone' | 'client' | 'db' | 'call' | 'metrics'>
/** `all` activities of the message, when `events` is only a part of them. */
type Delivery = { message: JsMsg; events: readonly ActivityRecorded[]; all?: readonly ActivityRecorded[] }

const projection = 'activity'

/**
 * Stores activities published by gateways. JetStream is their only source and may repeat them, so each is stored once by
 * its id. An empty database replays the whole stream.
 */
export function startActivityConsumer(parts: Connections, generations: Generations): Background {
  const { bus, logger, db, metrics } = parts
  const missing = metrics.counter('activities_missing_total', 'Activities of gateways that never arrived')
  let numberedSince = new Date()
  let consumer: Consumer | undefined
  let lastRetry = 0
  /** Failed sign-ins are matched by username, which needs the account tree first. */
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
    // Reused only after success: a failure opens a new consumer.
    consumer = open
    await sleep(gatherMs, signal)
    return 'again'
  }

  async function openConsumer(): Promise<Consumer | undefined> {
    const projections = db.collection<{ _id: string; at: Date }>('projections')
    if (!(await projections.findOne({ _id: projection }))) {
      if (!(await rewindActivities(bus))) return undefined
      await projections.updateOne({ _id: projection }, { $setOnInsert: { at: new Date() } }, { upsert: true })
    }
    const mark = { _id: 'activity numbers' }
    await projections.updateOne(mark, { $setOnInsert: { at: numberedSince } }, { upsert: true })
    numberedSince = (await projections.findOne(mark))?.at ?? numberedSince
    return openActivityConsumer(bus)
  }

  /** Storing is idempotent by id, so a retried dead letter does no harm. */
  async function retryWhenDue() {
    if (Date.now() - lastRetry < retryEveryMs) return
    lastRetry = Date.now()
    if (!(await hasRetries(db, projection))) return
    await retryDeadLetters(db, projection, async ({ _id, event }) => {
      const { events, unreadable } = parseActivities(JSON.parse(String(event)))
      if (unreadable[0]) throw new Error(unreadable[0].reason)
      await storeActivities(parts, events, (await readAccountIndex(db, events)).find)
      await deadLettersOf(db).deleteOne({ _id })
    })
  }

  async function handle(messages: readonly JsMsg[]) {
    const deliveries: Delivery[] = []
    for (const { message, content } of await takeNext(messages)) {
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
    await store(ready, accounts.find).catch(() => storeOneByOne(ready, accounts.find))
  }

  /** The activities that can be stored now; the message is redelivered for the others. */
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
      else hold(message)
    }
  }

  const hold = (message: JsMsg) => message.nak(Math.min(message.info.redeliveryCount * 1_000, pauseMsMax))

  /** Holds messages for which earlier ones of their gateway may still arrive. @returns the others */
  async function takeNext(messages: readonly JsMsg[]) {
    const next: { message: JsMsg; content: unknown }[] = []
    for (const group of joinNumbered(messages.map(message => ({ message, content: jsonOf(message) })))) {
      const deliveries = group.messages[0]?.message.info.redeliveryCount ?? 0
      const count = group.span ? await countMissing(parts, group.span, deliveries, numberedSince) : 0
      missing.inc(count ?? 0)
      if (count !== undefined) next.push(...group.messages)
      else for (const { message } of group.messages) hold(message)
    }
    return next
  }

  async function storeOneByOne(deliveries: readonly Delivery[], accountOf: AccountLookup) {
    for (const delivery of deliveries) {
      try {
        await store([delivery], accountOf)
      } catch (error) {
        if (isDatabaseFault(error)) throw error
        if (delivery.message.info.redeliveryCount >= attemptsBeforeDeadLetter) {
          await deadLetter(delivery.message, delivery.message.string(), { reason: String(error) })
          delivery.message.term()
        } else delivery.message.nak(1_000)
      }
    }
  }

  /** Stores the raw event, so that it can be retried. @param index of the invalid activity within the message */
  async function deadLetter(message: JsMsg, event: string, { reason, index }: { reason: string; index?: number }) {
    logger.error({ streamSeq: message.seq, reason }, 'activity dead-lettered')
    const _id = [projection, message.seq, ...(index ? [index] : [])].join(':')
    await storeDeadLetter(db, { _id, projection, event, reason })
  }

  return startLoop(round, { everyMs: pollMs, logger, name: `feed ${projection}` })
}
