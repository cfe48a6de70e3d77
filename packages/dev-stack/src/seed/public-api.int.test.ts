import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { signIn } from './public-api'

it('asks again, under the same key, whoever is away for a moment', async () => {
  const seen: string[] = []
  const server = createServer((request, response) => {
    const name = `${request.method} ${request.url} ${request.headers['idempotency-key'] ?? ''}`.trim()
    seen.push(name)
    const isAway = seen.filter(each => each === name).length === 1
    response.writeHead(isAway ? 503 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isAway ? { message: 'busy' } : { token: 't', user: { _id: 'u1' } }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const signedIn = await signIn(url, 'superadmin', 'secret')
    await signedIn?.api.post('/admin/create', 'key-1', {}, z.unknown())
  } finally {
    server.close()
  }
  const [login, create] = ['POST /api/auth/login', 'POST /api/admin/create key-1']
  expect(seen).toEqual([login, login, create, create])
})
