import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { PostingRequest } from '@cascade/contracts/accounts'

const postPath = '/internal/ledger/post'

type Matches = (posting: PostingRequest) => boolean
const none: Matches = () => false

/**
 * Proxy in front of svc-accounts. Returns 500 for calls with a poison posting, like a failing ledger, and drops the
 * responses to withheld postings.
 */
export async function startPoisonProxy() {
  const state = { port: 0, isPoison: none, isWithheld: none, onWithheld: () => {} }
  const hits = new Set<string>()

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    let isWithheld = false
    if (incoming.url === postPath) {
      const { requests } = JSON.parse(body.toString()) as { requests: PostingRequest[] }
      const poison = requests.filter(state.isPoison)
      for (const { kind } of poison) hits.add(kind)
      if (poison.length > 0) {
        outgoing.writeHead(500, { 'content-type': 'application/json' })
        outgoing.end(JSON.stringify({ success: false, code: 'INTERNAL', message: 'Poison', requestId: 'poison' }))
        return
      }
      isWithheld = requests.some(state.isWithheld)
    }
    const { method, url, headers } = incoming
    const target = request({ host: '127.0.0.1', port: state.port, method, path: url, headers }, response => {
      if (isWithheld) {
        response.resume().once('end', state.onWithheld)
        return
      }
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
    hits: () => [...hits].sort(),
    forwardTo(port: number) {
      state.port = port
    },
    poison(isPoison: Matches) {
      state.isPoison = isPoison
    },
    /** Drops the responses to these postings. Resolves when the ledger has answered the first of them. */
    withhold: (isWithheld: Matches): Promise<void> =>
      new Promise(resolve => {
        state.isWithheld = isWithheld
        state.onWithheld = resolve
      }),
    withholdNothing() {
      state.isWithheld = none
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type PoisonProxy = Awaited<ReturnType<typeof startPoisonProxy>>
