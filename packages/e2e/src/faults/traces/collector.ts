import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const Value = z.object({
  stringValue: z.string().optional(),
  intValue: z.coerce.number().optional(),
  arrayValue: z.object({ values: z.array(z.object({ stringValue: z.string() })) }).optional(),
})
const Attributes = z
  .array(z.object({ key: z.string(), value: Value }))
  .transform(
    all =>
      new Map(
        all.map(({ key, value }) => [
          key,
          value.stringValue ?? value.intValue ?? value.arrayValue?.values.map(each => each.stringValue) ?? null,
        ]),
      ),
  )
const Sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              startTimeUnixNano: z.coerce.bigint(),
              endTimeUnixNano: z.coerce.bigint(),
              attributes: Attributes,
              links: z.array(z.object({ spanId: z.string() })).default([]),
            }),
          ),
        }),
      ),
    }),
  ),
})
type OfSent = z.output<typeof Sent>['resourceSpans'][number]
export type ReceivedSpan = OfSent['scopeSpans'][number]['spans'][number] & { service: unknown }

export async function startCollector() {
  const spans: ReceivedSpan[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    for (const { resource, scopeSpans } of Sent.parse(JSON.parse(text)).resourceSpans) {
      const service = resource.attributes.get('service.name')
      spans.push(...scopeSpans.flatMap(scope => scope.spans).map(span => ({ ...span, service })))
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    stop: () => server.close().closeAllConnections(),
  }
}
