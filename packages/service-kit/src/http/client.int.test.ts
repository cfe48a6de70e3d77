import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type InternalCall, internalCall } from '@cascade/contracts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { AppError } from '../runtime/errors'
import { createInternalClient, serviceUrlsOf, wasNotReached } from './client'

const shape = { domain: 'games', method: 'POST', path: '/thing', callers: ['gateway'] } as const
const content = { body: z.strictObject({}), response: z.object({ done: z.boolean() }) }
const change = internalCall({ ...shape, ...content, changes: true })
const read = internalCall({ ...shape, ...content })

/** A service that answers its first call, and then executes each on the same connection and answers with `fail`. */
async function startService(fail: (response: ServerResponse) => void) {
  let executed = 0
  const server = createServer(async (request, response) => {
    await once(request.resume(), 'end')
    executed += 1
    if (executed === 1) response.end('{"done":true}')
    else fail(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => void server.close().closeAllConnections()
  onTestFinished(close)
  const urls = serviceUrlsOf({ GAMES_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  const client = createInternalClient({ urls, sign: async () => 'token', timeoutMs: 500 })
  const send = (call: InternalCall) => client(call, { body: {} }).catch((error: unknown) => error)
  expect(await send(change)).toEqual({ done: true })
  return { send, close, executed: () => executed - 1 }
}

const failures: Record<string, (response: ServerResponse) => void> = {
  'a reset': ({ socket }) => socket?.resetAndDestroy(),
  'a closed connection': ({ socket }) => socket?.end(),
  silence: () => undefined,
  'a truncated body': response => {
    response.writeHead(200, { 'content-length': 99 }).write('{"done"', () => response.socket?.destroy())
  },
  'the page of a proxy': response => response.writeHead(502).end('<html>Bad gateway</html>'),
  'an error body that is not ours': response => response.writeHead(503).end('{"error":"busy"}'),
}

describe('a change', () => {
  it.each(Object.entries(failures))('that gets %s is sent once, and its outcome is unknown', async (_, fail) => {
    const { send, executed } = await startService(fail)
    const error = await send(change)
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', reason: 'SERVICE_AWAY', retryAfterSeconds: undefined })
    expect([executed(), wasNotReached(error)]).toEqual([1, false])
    expect(await send(read)).toMatchObject({ code: 'UNAVAILABLE', reason: 'SERVICE_AWAY', retryAfterSeconds: 1 })
  })

  it('is not executed when the service itself says so in its rejection', async () => {
    const body = { success: false, code: 'UNAVAILABLE', message: 'Later.', reason: 'DATABASE_AWAY', requestId: 'r' }
    const { send } = await startService(response => response.writeHead(503).end(JSON.stringify(body)))
    expect(await send(change)).toMatchObject({ code: 'UNAVAILABLE', reason: 'DATABASE_AWAY' })
  })

  it('is not executed if the service cannot be reached', async () => {
    const { send, close } = await startService(() => undefined)
    close()
    const refused = await send(change)
    expect(refused).toMatchObject({ code: 'UNAVAILABLE', reason: 'SERVICE_AWAY' })
    const client = createInternalClient({ urls: serviceUrlsOf({}), sign: async () => 'token' })
    const withoutAddress = await client(change, { body: {} }).catch((error: unknown) => error)
    for (const error of [refused, withoutAddress])
      expect([error, wasNotReached(error)]).toEqual([expect.any(AppError), true])
  })
})
