import type { AnyEvent, DomainName } from '@cascade/contracts'
import { connect, Events, headers, type JetStreamClient, type NatsConnection } from 'nats'
import { sleep } from '../clock'
import type { Logger } from '../logger'

/** What the ledger numbers beside the outbox of its service: whoever follows one is not woken by the others. */
export type LedgerFeed = 'credit' | 'play'

/** A producer's outbox, or what it numbers beside that, as `producer.feed`. */
export type FeedId = DomainName | `accounts.${LedgerFeed}`

const drainMsMax = 2_000
/** A server that says nothing for twice as long is left for another one: a network that is cut closes no connection. */
const pingEveryMs = 5_000
const encoder = new TextEncoder()
const decoder = new TextDecoder()

export type Bus = ReturnType<typeof createBus>

type BusOptions = {
  /** May name a user with a password, and several servers of one cluster: `nats://user:password@one:4222,two:4222`. */
  url: string
  /** Prefixes every subject and stream. */
  namespace: string
  name: string
  logger: Logger
}

/** The connection to NATS. It starts without a server and reconnects for ever: nothing that must happen waits for it. */
export function createBus({ url, namespace, name, logger }: BusOptions) {
  const closing = new AbortController()
  let connection: NatsConnection | undefined
  let isConnected = false
  const ready = connectLoop()

  async function connectLoop() {
    while (!closing.signal.aborted) {
      try {
        connection = await connect({
          ...parseUrl(url),
          name,
          maxReconnectAttempts: -1,
          reconnectTimeWait: 500,
          timeout: 2_000,
          pingInterval: pingEveryMs,
          maxPingOut: 2,
        })
        isConnected = true
        void watchStatus(connection)
        return
      } catch {
        logger.warn('NATS is not reachable yet')
        await sleep(1_000, closing.signal)
      }
    }
  }

  /** A connection outlives the loss of its server; what is asked of it meanwhile would wait for nothing. */
  async function watchStatus(open: NatsConnection) {
    for await (const { type } of open.status()) {
      if (type === Events.Disconnect) isConnected = false
      if (type === Events.Reconnect) isConnected = true
    }
    isConnected = false
  }

  const isUp = () => isConnected
  const requireConnection = () => {
    if (!connection) throw new Error('NATS is not reachable')
    return connection
  }
  const jetStream = (): JetStreamClient => requireConnection().jetstream({ timeout: 3_000 })
  /** How far this process has filled the streams that it alone publishes to. */
  const streamPositions = new Map<FeedId, number>()

  const toMessage = (event: AnyEvent) => {
    const messageHeaders = headers()
    messageHeaders.set('Nats-Msg-Id', event.id)
    const data = encoder.encode(JSON.stringify(event))
    return { subject: `${namespace}.${event.type}`, data, options: { headers: messageHeaders } }
  }

  /** Brings an event to its stream, where its id removes duplicates. @returns its position there */
  async function store(event: AnyEvent): Promise<number> {
    const { subject, data, options } = toMessage(event)
    return (await jetStream().publish(subject, data, options)).seq
  }

  return {
    ready,
    isUp,
    jetStream,
    namespace,

    /** Publishes to JetStream and waits for the acknowledgement. */
    async publish(event: AnyEvent) {
      await store(event)
    },

    /**
     * Publishes events of one feed, of which no other process publishes any at the same time. The acknowledgement of the
     * last is enough where its position shows that those before it are in the stream too; else each is awaited, the
     * first one alone: without a stream it is the only one that is sent.
     */
    async publishAll(feed: FeedId, events: readonly AnyEvent[]) {
      const [first, ...others] = events
      const last = events.at(-1)
      if (!first || !last) return
      const before = streamPositions.get(feed)
      streamPositions.delete(feed)
      if (before !== undefined) {
        for (const event of events.slice(0, -1)) {
          const { subject, data, options } = toMessage(event)
          requireConnection().publish(subject, data, options)
        }
        const after = await store(last)
        if (after === before + events.length) return void streamPositions.set(feed, after)
      }
      const position = await store(first)
      streamPositions.set(feed, Math.max(position, ...(await Promise.all(others.map(store)))))
    },

    /** @returns whether there was an answer */
    async request(subject: string): Promise<boolean> {
      const answer = requireConnection().request(`${namespace}.${subject}`, undefined, { timeout: 3_000 })
      return answer.then(
        () => true,
        () => false,
      )
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
      if (isConnected) await Promise.race([connection?.drain().catch(() => undefined), sleep(drainMsMax)])
      await connection?.close().catch(() => undefined)
      isConnected = false
    },
  }
}

/** Answers go to an inbox of the user's own, so that no other user can listen to them. */
function parseUrl(url: string) {
  const [, login, hosts = url] = /^nats:\/\/(?:(.*)@)?(.+?)\/?$/.exec(url) ?? []
  const servers = hosts.split(',')
  if (login === undefined) return { servers }
  const [user = '', pass = ''] = login.split(':').map(decodeURIComponent)
  return { servers, user, pass, inboxPrefix: `_INBOX_${user}` }
}
