import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type FlakyGateway = {
  url: string
  close(): Promise<void>
}

/**
 * Proxy to a suite that drops the response of call number `cutAfter` and fails all later calls. `before` runs ahead of
 * each call, for concurrent changes.
 */
export async function flakyGateway(
  suiteUrl: string,
  { cutAfter = Number.POSITIVE_INFINITY, before }: { cutAfter?: number; before?: (call: string) => Promise<void> },
): Promise<FlakyGateway> {
  let calls = 0
  const server = createServer(async (request, response) => {
    const number = ++calls
    if (number > cutAfter) return void response.destroy()
    await before?.(`${request.method} ${request.url}`)
    const answer = await forward(suiteUrl, request)
    if (number === cutAfter) return void response.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function forward(suiteUrl: string, request: IncomingMessage): Promise<Response> {
  const passed = ['authorization', 'content-type', 'idempotency-key']
  const headers = passed.flatMap(name => (request.headers[name] ? [[name, String(request.headers[name])]] : []))
  const hasBody = request.method !== 'GET'
  return fetch(`${suiteUrl}${request.url}`, {
    method: request.method ?? 'GET',
    headers: Object.fromEntries(headers),
    ...(hasBody ? { body: new Uint8Array(await buffer(request)) } : {}),
  })
}
