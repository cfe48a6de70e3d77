import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { requestUpstream, type UpstreamRequest } from './upstream'

/**
 * Executes each change and resets its connection, which was kept alive; it answers `/answered` at once.
 * @param next answer to the repetition; undefined: the service no longer listens
 */
async function startService(next: number | undefined) {
  let executed = 0
  const server = createServer(async (request, response) => {
    await once(request.resume(), 'end')
    if (request.url === '/warm') return response.end()
    executed += 1
    if (executed > 1 || request.url === '/answered') return response.writeHead(next ?? 500).end('{}')
    if (next === undefined) server.close()
    request.socket.resetAndDestroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  let idle: Socket | undefined
  server.on('connection', socket => (idle = socket))
  const { port } = server.address() as AddressInfo
  const send = (path: string, options: Partial<UpstreamRequest>) =>
    requestUpstream({
      url: `http://127.0.0.1:${port}${path}`,
      method: 'POST',
      headers: {},
      timeoutMs: 5_000,
      ...options,
    })
  await send('/warm', { method: 'GET' })
  // The connection returns to the pool in the next turn.
  await new Promise(setImmediate)
  return { send, executed: () => executed, resetIdle: () => idle?.resetAndDestroy() }
}

const change = { body: Buffer.from('{}'), changes: true, repeatable: true }
const codeOf = ({ code, reason }: { code?: string; reason?: string }) => `${code} ${reason}`

describe('a call of a service', () => {
  it.each([undefined, 401, 403, 429, 503, 999])(
    'has an unknown outcome if it was sent before and its repetition gets %s',
    async next => {
      const { send, executed } = await startService(next)
      expect(await send('/change', change).catch(codeOf)).toBe('OUTCOME_UNKNOWN SERVICE_AWAY')
      expect(executed()).toBe(next === undefined ? 1 : 2)
    },
  )

  it.each([200, 409])('returns the answer %s to the repetition of a change', async next => {
    const { send } = await startService(next)
    expect(await send('/change', change)).toMatchObject({ status: next })
  })

  it('answers UNAVAILABLE to an unanswered read, and to a change that was never sent', async () => {
    const { send } = await startService(undefined)
    expect(await send('/read', { ...change, changes: false }).catch(codeOf)).toBe('UNAVAILABLE SERVICE_AWAY')
    expect(await send('/change', change).catch(codeOf)).toBe('UNAVAILABLE SERVICE_AWAY')
  })

  it('is executed once if the connection was reset before it was sent, and its answer counts', async () => {
    const { send, executed, resetIdle } = await startService(503)
    resetIdle()
    expect(await send('/answered', change)).toMatchObject({ status: 503 })
    expect(executed()).toBe(1)
  })
})
