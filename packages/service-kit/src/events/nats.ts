import type { AnyEvent, DomainName } from '@cascade/contracts'
import { connect, ErrorCode, Events, headers, type JetStreamClient, type NatsConnection, NatsError } from 'nats'
import { sleep } from '../runtime/loop'
import type { Logger } from '../telemetry/logger'

/** Feeds that the ledger numbers itself, besides the outbox of svc-accounts. */
export type LedgerFeed = 'credit' | 'play'

/** A producer's outbox, or `producer.feed` for another feed of it. */
export type FeedId = DomainName | `accounts.${LedgerFeed}`

const drainMsMax = 2_000
/** After two unanswered pings the client reconnects elsewhere: a cut network closes no connection. */
const pingEveryMs = 5_000
const encoder = new TextEncoder()
const decoder = new TextDecoder()

export type Bus = ReturnType<typeof createBus>

type BusOptions = {
  /** With an optional login and one or more servers of a cluster: `nats://user:password@one:4222,two:4222`, or `tls:`. */
  url: string
  namespace: string
  name: string
  logger: Logger
}

/** Connection to NATS. Starts without a server and reconnects forever; no required work waits for it. */
export function createBus({ url, namespace, name, logger }: BusOptions) {
  const closing = new AbortController()
  let connection: NatsConnection | undefined
  let isConnected = false
  const reconnectHandlers: (() => void)[] = []
  /** A permission or login that the server denies, as a sentence. */
  let denied: string | undefined
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
        denied = undefined
        void watchStatus(connection)
        return
      } catch (error) {
        if (!isDenied(error)) logger.warn('NATS is not reachable yet')
        else deny('NATS rejects the user or password in NATS_URL')
        await sleep(1_000, closing.signal)
      }
    }
  }

  /** The client keeps a connection object after losing its server, and calls on it would hang. */
  async function watchStatus(open: NatsConnection) {
    for await (const { type } of open.status()) {
      if (type === Events.Disconnect) isConnected = false
      if (type !== Events.Reconnect) continue
      isConnected = true
      for (const handle of reconnectHandlers) handle()
    }
    isConnected = false
  }

  function deny(sentence: string) {
    if (denied === undefined) logger.error(sentence)
    denied ??= sentence
  }

  const isUp = () => isConnected
  const fault = () => denied ?? (isConnected ? undefined : 'NATS does not answer')
  const requireConnection = () => {
    if (!connection) throw new Error('NATS is not reachable')
    return connection
  }
  const jetStream = (): JetStreamClient => requireConnection().jetstream({ timeout: 3_000 })
  return {
    ready,
    isUp,
    /** Why messages do not arrive, as a sentence. */
    fault,
    jetStream,
    namespace,

    /** Publishes to JetStream, which stores the event once by its id. */
    async publish(event: AnyEvent) {
      const messageHeaders = headers()
      messageHeaders.set('Nats-Msg-Id', event.id)
      const data = encoder.encode(JSON.stringify(event))
      await jetStream().publish(`${namespace}.${event.type}`, data, { headers: messageHeaders })
    },

    /** Calls `handle` after each reconnect: broadcasts of the time before may be lost. */
    onReconnect: (handle: () => void) => void reconnectHandlers.push(handle),

    async request(subject: string): Promise<boolean> {
      const answer = requireConnection().request(`${namespace}.${subject}`, undefined, { timeout: 3_000 })
      return answer.then(
        () => true,
        () => false,
      )
    },

    /** Publishes over core NATS to current subscribers; nothing is stored. */
    broadcast(subject: string, payload: unknown) {
      connection?.publish(`${namespace}.${subject}`, encoder.encode(JSON.stringify(payload)))
    },

    /** Calls `handle` for each message on a subject (wildcards allowed), also after reconnects. */
    async listen(subject: string, handle: (payload: unknown, subject: string) => void): Promise<() => void> {
      await ready
      if (!connection) return () => undefined
      const subscription = connection.subscribe(`${namespace}.${subject}`)
      const receive = async () => {
        for await (const message of subscription) {
          try {
            handle(JSON.parse(decoder.decode(message.data)), message.subject.slice(namespace.length + 1))
          } catch (error) {
            logger.warn({ err: error, subject: message.subject }, 'message handler failed')
          }
        }
      }
      receive().catch(error => {
        if (isDenied(error)) deny(`NATS does not let the user in NATS_URL subscribe to ${namespace}.${subject}`)
        else logger.error({ err: error, subject }, 'subscription ended')
      })
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

const isDenied = (error: unknown) =>
  error instanceof NatsError &&
  (error.code === ErrorCode.AuthorizationViolation || error.code === ErrorCode.PermissionsViolation)

/**
 * Replies use an inbox per user, which no other user may read. With `tls:` a server without TLS is an error, because
 * the client would otherwise accept a plain connection.
 */
function parseUrl(url: string) {
  const [, scheme, login, hosts = url] = /^(nats|tls):\/\/(?:(.*)@)?(.+?)\/?$/.exec(url) ?? []
  const servers = { servers: hosts.split(','), ...(scheme === 'tls' && { tls: {} }) }
  if (login === undefined) return servers
  const [user = '', pass = ''] = login.split(':').map(decodeURIComponent)
  return { ...servers, user, pass, inboxPrefix: `_INBOX_${user}` }
}
