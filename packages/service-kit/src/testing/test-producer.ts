import { type AnyEvent, type DomainName, defineFeedCall } from '@cascade/contracts'
import type { Db, MongoClient } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import type { LedgerFeed } from '../events/nats'
import type { NewEvent } from '../events/outbox'
import { type ReadFeed, startFeedPublisher } from '../events/publisher'
import type { Routes } from '../http/router'
import type { ServiceEnv } from '../service/connections'
import { type Service, type ServiceContext, startService } from '../service/service'

const isCredit = ({ type }: Pick<TestEvent, 'type'>) => type.startsWith('credit.')
const isPlay = ({ type }: Pick<TestEvent, 'type'>) => type.startsWith('play.')

export type TestProducer = {
  db: Db
  client: MongoClient
  bus: ServiceContext['bus']
  leaseOf: ServiceContext['leaseOf']
  /** Commits events: `credit.*` and `play.*` to feeds of the ledger, others to the outbox; `at` is now by default. */
  emit: (...events: TestEvent[]) => Promise<void>
  /** The ledger's feed of transfers; empty for domains other than accounts. */
  credit: TestFeed
  stop: () => Promise<void>
}

/** Stands in for a domain's service, with a real outbox, publisher and feed, and given routes. */
export async function startTestProducer(
  domain: DomainName,
  env: ServiceEnv,
  routes: Service<undefined>['routes'] = [],
): Promise<TestProducer> {
  let producer: Omit<TestProducer, 'stop'> | undefined
  /** Started by its first event, as a test may have a publisher of this feed itself. */
  let play: TestFeed | undefined
  const serveLedger: Routes<undefined> = ({ serveInternal }) => {
    if (domain !== 'accounts') return
    const serveFeed = (name: LedgerFeed, feed: () => TestFeed | undefined) =>
      serveInternal(defineFeedCall(domain, name), async ({ body }) => {
        const result = await feed()?.read(body.after, body.limit)
        return { head: result?.head ?? 0, events: [...(result?.events ?? [])] }
      })
    serveFeed('credit', () => producer?.credit)
    serveFeed('play', () => play)
  }
  const service: Service<undefined> = {
    name: domain,
    collections: [],
    feeds: [],
    routes: [...routes, serveLedger],
    createDeps(parts) {
      const { client, db, bus, leaseOf, core } = parts
      const credit = startTestFeed(parts, 'credit')
      producer = {
        db,
        client,
        bus,
        leaseOf,
        credit,
        async emit(...events) {
          await credit.append(events.filter(isCredit))
          const played = events.filter(isPlay)
          if (played.length > 0) play ??= startTestFeed(parts, 'play')
          await play?.append(played)
          const others = events.filter(event => !isCredit(event) && !isPlay(event))
          const rows = others.map(event => ({ actor: null, correlationId: 'test', ...event }))
          if (rows.length > 0) await core.transaction(tx => core.writeEvents(rows, tx))
        },
      }
      return undefined
    },
    background: () => (producer ? [producer.credit, { stop: async () => play?.stop() }] : []),
  }
  const stop = await startService(service, env)
  if (!producer) throw new Error('The producer did not start.')
  return { ...producer, stop }
}

type TestEvent = Pick<NewEvent, 'type' | 'data'> & Partial<NewEvent> & { at?: Date }
type TestFeed = {
  read: ReadFeed
  append: (events: readonly TestEvent[]) => Promise<void>
  stop: () => Promise<void>
}

function startTestFeed(
  { db, bus, leaseOf, logger }: Pick<ServiceContext, 'db' | 'bus' | 'leaseOf' | 'logger'>,
  name: LedgerFeed,
): TestFeed {
  const feed = `accounts.${name}` as const
  const rows = db.collection<{ _id: number; event: AnyEvent }>(`events_${name}`)
  let head = 0
  let turn: Promise<unknown> = Promise.resolve()

  const read: ReadFeed = async (after, limit) => {
    const found = await rows.find({ _id: { $gt: after, $lte: after + limit } }).toArray()
    return { head, events: found.map(({ event }) => event).sort((a, b) => a.seq - b.seq) }
  }
  const publisher = startFeedPublisher({ bus, leaseOf, logger, feed, read })

  async function store(events: readonly TestEvent[]) {
    const result = events.map(({ at = new Date(), ...event }, index): AnyEvent => {
      const shared = { actor: null, correlationId: 'test', causationId: null }
      return { ...shared, ...event, id: uuidv7(), at: at.toISOString(), seq: head + 1 + index }
    })
    await rows.insertMany(result.map(event => ({ _id: event.seq, event })))
    head += result.length
    publisher.notify()
  }

  return {
    read,
    append(events) {
      const mine = turn.then(() => (events.length > 0 ? store(events) : undefined))
      turn = mine.catch(() => undefined)
      return mine
    },
    stop: publisher.stop,
  }
}
