import { type AnyEvent, type DomainName, perDomain } from '@cascade/contracts'
import {
  connect,
  Events,
  headers,
  type JetStreamClient,
  type JetStreamManager,
  type NatsConnection,
  nanos,
  RetentionPolicy,
  StorageType,
} from 'nats'
import { sleep } from '../base/clock'
import type { Logger } from '../base/logger'

/** Who publishes events: the domains and the gateway. */
type Producer = DomainName | 'gateway'

/** What the ledger numbers beside the outbox of its service: whoever follows one is not woken by the others. */
export type LedgerFeed = 'credit' | 'play'

/** Each feed has a stream: a producer's outbox, and what it numbers beside that, as `producer.feed`. */
export type FeedId = Producer | `accounts.${LedgerFeed}`

const subjects: Record<FeedId, readonly string[]> = {
  ...perDomain(name => [`${name}.>`]),
  'accounts.credit': ['credit.>'],
  'accounts.play': ['play.>'],
  gateway: ['gateway.>'],
}

const retentionDays = 14
/** Small enough for any disk: seven streams must find their room at once. */
/** NATS sets as much aside for each, so that it fits on any machine. */
const streamMegabytesStandard = 64
const drainMs = 2_000
/** A server that says nothing for twice as long is left for another one: a network that is cut closes no connection. */
const pingEveryMs = 5_000
const encoder = new TextEncoder()
const decoder = new TextDecoder()

export type Bus = ReturnType<typeof createBus>

type BusOptions = {
  /** May name a user with a password, and several servers of one cluster: `nats://user:password@one:4222,two:4222`. */
  url: string
  /** How many servers keep each stream. */
  replicas?: number
  /** What a stream holds at most; the oldest events make room. */
  streamMegabytes?: number | undefined
  /** Prefixes every subject and stream. */
  namespace: string
  name: string
  logger: Logger
}

/** The connection to NATS. It starts without a server and reconnects for ever: nothing that must happen waits for it. */
export function createBus(options: BusOptions) {
  const { url, replicas = 1, streamMegabytes = streamMegabytesStandard, namespace, name, logger } = options
  const closing = new AbortController()
  let connection: NatsConnection | undefined
  let linked = false
  const ready = connectLoop()

  async function connectLoop() {
    while (!closing.signal.aborted) {
      try {
        connection = await connect({
          ...serverOf(url),
          name,
          maxReconnectAttempts: -1,
          reconnectTimeWait: 500,
          timeout: 2_000,
          pingInterval: pingEveryMs,
          maxPingOut: 2,
        })
        linked = true
        void follow(connection)
        return
      } catch {
        logger.warn('NATS is not reachable yet')
        await sleep(1_000, closing.signal)
      }
    }
  }

  /** A connection outlives the loss of its server; what is asked of it meanwhile would wait for nothing. */
  async function follow(open: NatsConnection) {
    for await (const { type } of open.status()) {
      if (type === Events.Disconnect) linked = false
      if (type === Events.Reconnect) linked = true
    }
    linked = false
  }

  const streamName = (feed: FeedId) => `${namespace}_${feed.replace('.', '_')}`
  const isUp = () => linked
  const need = () => {
    if (!connection) throw new Error('NATS is not reachable')
    return connection
  }
  const jetStream = (): JetStreamClient => need().jetstream({ timeout: 3_000 })
  /** Without asking the server first whether it has JetStream: it has. */
  const manager = (): Promise<JetStreamManager> => need().jetstreamManager({ timeout: 3_000, checkAPI: false })
  /** How far this process has filled the streams that it alone publishes to. */
  const filledTo = new Map<FeedId, number>()

  const messageOf = (event: AnyEvent) => {
    const head = headers()
    head.set('Nats-Msg-Id', event.id)
    const data = encoder.encode(JSON.stringify(event))
    return { subject: `${namespace}.${event.type}`, data, options: { headers: head } }
  }

  /** Creates a feed's stream if it is not there, which it is not after the store was wiped. */
  async function ensureStream(feed: FeedId) {
    const streams = (await manager()).streams
    const name = streamName(feed)
    const wanted = subjects[feed].map(subject => `${namespace}.${subject}`)
    const bounds = { subjects: wanted, max_bytes: streamMegabytes * 1024 * 1024 }
    const found = await streams.info(name).catch(() => undefined)
    if (found) {
      const { subjects: now, num_replicas: kept, max_bytes } = found.config
      if (now.join() !== wanted.join() || kept < replicas || max_bytes !== bounds.max_bytes) {
        // Without room for more, or servers to keep it, the stream goes on as it is: events must not wait for a setting.
        await streams
          .update(name, { ...bounds, num_replicas: Math.max(kept, replicas) })
          .catch((error: unknown) => logger.warn({ err: error, stream: name }, 'a stream keeps its former bounds'))
      }
      return
    }
    await streams.add({
      name,
      ...bounds,
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      num_replicas: replicas,
      max_age: nanos(retentionDays * 86_400_000),
      duplicate_window: nanos(120_000),
    })
  }

  /** Brings an event to its stream, where its id removes duplicates. @returns its place there */
  async function store(event: AnyEvent): Promise<number> {
    const { subject, data, options } = messageOf(event)
    return (await jetStream().publish(subject, data, options)).seq
  }

  return {
    ready,
    isUp,
    jetStream,
    manager,
    streamName,
    subject: (type: string) => `${namespace}.${type}`,

    ensureStream,

    /** Publishes to JetStream and waits for its acknowledgement. */
    async publish(event: AnyEvent) {
      await store(event)
    },

    /**
     * Publishes events of one feed, of which no other process publishes any at the same time. The acknowledgement of the
     * last is enough where its place tells that those before it are in the stream too; else each is waited for.
     */
    async publishAll(feed: FeedId, events: readonly AnyEvent[]) {
      const last = events.at(-1)
      if (!last) return
      const before = filledTo.get(feed)
      filledTo.delete(feed)
      if (before === undefined) await ensureStream(feed)
      else {
        for (const event of events.slice(0, -1)) {
          const { subject, data, options } = messageOf(event)
          need().publish(subject, data, options)
        }
        const after = await store(last)
        if (after === before + events.length) return void filledTo.set(feed, after)
      }
      filledTo.set(feed, Math.max(...(await Promise.all(events.map(store)))))
    },

    /** Tells whoever listens now; lost when nobody does. */
    broadcast(subject: string, payload: unknown) {
      connection?.publish(`${namespace}.${subject}`, encoder.encode(JSON.stringify(payload)))
    },

    /** Calls `handle` for each message on a subject (wildcards allowed), now and after every reconnect. */
    async listen(subject: string, handle: (payload: unknown, subject: string) => void): Promise<() => void> {
      await ready
      // Closed before its first connection: there is nothing to listen to, and nothing went wrong.
      if (!connection) return () => undefined
      const subscription = connection.subscribe(`${namespace}.${subject}`)
      void (async () => {
        for await (const message of subscription) {
          try {
            handle(JSON.parse(decoder.decode(message.data)), message.subject.slice(namespace.length + 1))
          } catch (error) {
            logger.warn({ err: error, subject: message.subject }, 'message refused')
          }
        }
      })()
      return () => subscription.unsubscribe()
    },

    async close() {
      closing.abort()
      await ready
      if (linked) await Promise.race([connection?.drain().catch(() => undefined), sleep(drainMs)])
      await connection?.close().catch(() => undefined)
      linked = false
    },
  }
}

/** Answers go to an inbox of the user's own, so that no other user can listen to them. */
function serverOf(url: string) {
  const [, login, hosts = url] = /^nats:\/\/(?:(.*)@)?(.+?)\/?$/.exec(url) ?? []
  const servers = hosts.split(',')
  if (login === undefined) return { servers }
  const [user = '', pass = ''] = login.split(':').map(decodeURIComponent)
  return { servers, user, pass, inboxPrefix: `_INBOX_${user}` }
}
