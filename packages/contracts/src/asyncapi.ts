import { allEvents, openObjects } from './all-events'
import { withheldEventTypes } from './event'
import { eventFields, eventSummaries } from './event-catalogue'
import { exampleValue } from './example'
import { createSchemaWriter, type Json, refTo } from './openapi/json-schema'
import { toTypeName } from './openapi/operation'
import { schemaNames } from './openapi/schema-names'

export { eventSchemas } from './all-events'

/** Feeds that the ledger numbers itself, besides the outbox of svc-accounts. */
const ledgerFeeds = ['credit', 'play']

/** The subject prefix of every installation. */
export const eventNamespace = 'cascade'

/** Service and call from which an event is read; undefined for activities, which gateways write to a stream. */
function feedOf(type: string) {
  const [name = ''] = type.split('.')
  if (name === 'gateway') return undefined
  return ledgerFeeds.includes(name)
    ? { name, service: 'svc-accounts', head: `accounts.${name}`, path: `/internal/feed/${name}` }
    : { name, service: `svc-${name}`, head: name, path: '/internal/feed' }
}

function promiseOf(type: string): string {
  const feed = feedOf(type)
  if (!feed)
    return 'In any order, at least once: recognise a repeat by the `id` of an activity. It can be read again only as long as its stream keeps it; `seq` is 0, and `sender` numbers the activities of a gateway process without a gap.'
  const { name, service, head, path } = feed
  const withheld = withheldEventTypes.includes(type)
    ? ' Services of other teams get it without `actor` and `data`.'
    : ''
  return `In the order of commits: \`seq\` counts the events of the feed \`${name}\` 1, 2, 3 … without a gap. At least once: skip a \`seq\` that you have handled. Read it, from the first event on, with \`POST ${path}\` of ${service}; the newest \`seq\` is announced at \`${eventNamespace}.head.${head}\` of NATS.${withheld}`
}

const description = `Every event of the suite, as JSON. Services read events from each other by number; NATS announces the newest number.

- **Order and gaps.** Each feed counts its events without a gap. Keep the last \`seq\` that you handled, and read what
  follows with the feed call, \`{ "after": <seq>, "limit": 1000 }\`. It returns \`{ head, events }\`; with
  \`"after": 0\` it begins with the first event.
- **Announcements** say that a feed has grown, \`{ "head": <seq> }\`. NATS may lose, repeat or reorder them.
- **At least once.** The same \`seq\` may arrive twice; store it in the same transaction as what you do with the event.
- **Versions side by side.** Fields and values of \`kind\` may be added at any time: ignore those that you do not know. Any
  other change is a new type, \`.v2\`, which is sent next to \`.v1\` until no consumer uses it. A release rejects a change that breaks its readers.`

/** The AsyncAPI 3 document of all events, with an example, the order and the delivery promise of each. */
export function toAsyncApi(info: { title: string; version: string }): AsyncApi {
  const { write, schemas } = createSchemaWriter(schemaNames(), allEvents)
  const channels: AsyncApi['channels'] = {}
  const messages: AsyncApi['components']['messages'] = {}
  const operations: Record<string, unknown> = {}
  for (const event of allEvents) {
    const type = event.shape.type.value
    const name = toTypeName(type)
    const feed = feedOf(type)
    const title = eventSummaries[type] ?? type
    const written = write(event, 'output')
    const isNamed = '$ref' in written
    if (!isNamed) schemas[name] = written
    messages[name] = {
      name: type,
      title,
      contentType: 'application/json',
      payload: isNamed ? (written as Reference) : refTo('schemas', name),
      examples: [{ name: 'example', payload: exampleValue(event, eventFields, type) }],
    }
    channels[type] = {
      address: feed?.path ?? `${eventNamespace}.${type}`,
      servers: [{ $ref: `#/servers/${feed?.service ?? 'nats'}` }],
      title,
      description: promiseOf(type),
      messages: { event: refTo('messages', name) },
    }
    operations[type] = { action: 'send', channel: { $ref: `#/channels/${type}` }, summary: title }
  }
  const services = [...new Set(allEvents.flatMap(event => feedOf(event.shape.type.value)?.service ?? []))]
  const servers = {
    nats: { host: 'nats:4222', protocol: 'nats', description: 'The NATS server of the installation.' },
    ...Object.fromEntries(
      services.map(name => [name, { host: name, protocol: 'http', description: `The feeds of ${name}.` }]),
    ),
  }
  return {
    ...{ asyncapi: '3.0.0', info: { ...info, description }, defaultContentType: 'application/json' },
    ...{ servers, channels, operations, components: { messages, schemas: openObjects(schemas) } },
  }
}

/** The message of an event. */
export const messageOf = ({ components }: AsyncApi, type: string): Message | undefined =>
  components.messages[toTypeName(type)]

export type AsyncApi = {
  info: { title: string; version: string; description: string }
  channels: Record<string, Channel>
  components: { messages: Record<string, Message>; schemas: Json }
  [part: string]: unknown
}
type Reference = { $ref: string }
type Channel = {
  address: string
  servers: readonly Reference[]
  title: string
  description: string
  messages: { event: Reference }
}
type Message = {
  name: string
  title: string
  contentType: string
  payload: Reference
  examples: readonly { name: string; payload: unknown }[]
}
