import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { PostingRequest } from '@cascade/contracts/accounts'

const postPath = '/internal/ledger/post'

/**
 * Stands before svc-accounts and lets everything through, but answers 500 to a call in which one of the postings is
 * poison, as a ledger does that fails at it.
 */
export async function startPoisonProxy() {
  const state = { port: 0, isPoison: (_: PostingRequest): boolean => false }
  const hits = new Set<string>()

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    if (incoming.url === postPath) {
      const { requests } = JSON.parse(body.toString()) as { requests: PostingRequest[] }
      const poison = requests.filter(state.isPoison)
      for (const { kind } of poison) hits.add(kind)
      if (poison.length > 0) {
        outgoing.writeHead(500, { 'content-type': 'application/json' })
        outgoing.end(JSON.stringify({ success: false, code: 'INTERNAL', message: 'Poison', requestId: 'poison' }))
        return
      }
    }
    const { method, url, headers } = incoming
    const target = request({ host: '127.0.0.1', port: state.port, method, path: url, headers }, response => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    target.on('error', () => outgoing.destroy())
    target.end(body)
  }

  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Kinds of postings of which one was poison. */
    hits: () => [...hits].sort(),
    forwardTo(port: number) {
      state.port = port
    },
    poison(isPoison: (posting: PostingRequest) => boolean) {
      state.isPoison = isPoison
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type PoisonProxy = Awaited<ReturnType<typeof startPoisonProxy>>
