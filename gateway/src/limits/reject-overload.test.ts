import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { allEndpoints, type ErrorBody } from '@cascade/contracts'
import { silentLogger } from '@cascade/service-kit/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { createOrigins } from '../request/origins'
import { createRouteTable } from '../request/route-table'
import { createAdmissions } from './admission'
import { createOverloadRejecter } from './reject-overload'

const roleTable = createRouteTable(allEndpoints)
const transferPath = '/api/player/credit-transfer'
const server = createServer()
afterEach(() => void server.close())

async function serveRejecter() {
  const admissions = createAdmissions()
  let count = 0
  const reject = createOverloadRejecter({
    routeTable: roleTable,
    admissions,
    origins: createOrigins(['https://partner.example'], undefined, silentLogger),
    onRejected: () => count++,
  })
  server.on('request', (request, response) => {
    if (!reject(request, response)) response.end('the app')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, headers })
  return { admissions, send, rejections: () => count }
}

describe('rejectOverload', () => {
  it('rejects booking calls of a full service, and leaves all other calls to the app', async () => {
    const { admissions, send, rejections } = await serveRejecter()
    const textOf = async (answer: Promise<Response>) => (await answer).text()
    expect(await textOf(send('POST', transferPath))).toBe('the app')
    const transfer = roleTable('POST', transferPath.slice(4)).match?.endpoint
    if (!transfer) throw new Error('No such call')
    while (!admissions.isFull(transfer)) admissions.enter(transfer)

    const rejected = await send('POST', transferPath)
    expect(rejected.status).toBe(429)
    expect(rejected.headers.get('retry-after')).toBe('1')
    const body = (await rejected.json()) as ErrorBody
    expect(body).toMatchObject({ success: false, code: 'TOO_MANY_REQUESTS', reason: 'OVERLOADED' })
    expect(body.requestId).toBe(rejected.headers.get('x-request-id'))
    expect((await send('POST', `${transferPath}/?x=1`)).status).toBe(429)
    expect(rejections()).toBe(2)

    const others: [string, string, Record<string, string>?][] = [
      ['GET', '/api/admins'],
      ['POST', '/api/app/createbet'],
      ['GET', transferPath],
      ['POST', '/'],
      ['POST', transferPath, { origin: 'https://partner.example' }],
    ]
    for (const [method, path, headers] of others) expect(await textOf(send(method, path, headers))).toBe('the app')
  })
})
