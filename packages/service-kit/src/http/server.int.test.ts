import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { get as getWithTls, Agent as TlsAgent } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { sleep } from '../runtime/loop'
import { readTls } from '../runtime/tls'
import { eventually, freePort, makeCertificate, startCallers } from '../testing'
import { listen } from './server'

async function startServer(tls?: Awaited<ReturnType<typeof readTls>>) {
  const app = new Hono()
  const held: (() => void)[] = []
  app.get('/', async c => {
    await sleep(2)
    return c.text('x'.repeat(10_000))
  })
  app.get('/held', async c => {
    await new Promise<void>(resolve => held.push(resolve))
    return c.text('at last')
  })
  const port = await freePort()
  const { drain } = await listen(app, port, '127.0.0.1', { tls })
  return { port, drain, held }
}

describe('a draining HTTP server', () => {
  it('loses no call of 32 keep-alive clients', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { port, drain } = await startServer()
      const callers = startCallers({ port, count: 32, call: () => ({ path: '/' }) })
      await eventually(async () => callers.outcomes.answered > 500)
      expect(await drain()).toBe(0)
      await eventually(async () => callers.outcomes.refused >= 32)
      const { lost, statuses } = await callers.stop()
      expect([lost, [...statuses]]).toEqual([[], [200]])
    }
  })

  it('answers calls in flight with connection: close', async () => {
    const { port, drain, held } = await startServer()
    const agent = new Agent({ keepAlive: true })
    const answer = new Promise<{ connection: string | undefined; text: string }>((resolve, reject) => {
      get({ port, path: '/held', agent }, response => {
        let text = ''
        response.on('data', chunk => {
          text += chunk
        })
        response.on('end', () => resolve({ connection: response.headers.connection, text }))
      }).on('error', reject)
    })
    await eventually(async () => held.length === 1)
    const drained = drain()
    await sleep(100)
    held[0]?.()
    expect(await answer).toEqual({ connection: 'close', text: 'at last' })
    expect(await drained).toBe(0)
    agent.destroy()
  })

  it('answers calls in flight with TLS, and closes idle connections', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cascade-tls-'))
    const { certFile, keyFile, cert } = await makeCertificate(folder)
    await expect(readTls({ TLS_CERT_FILE: certFile })).rejects.toThrow('set both')
    const { port, drain, held } = await startServer(await readTls({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile }))
    const agent = new TlsAgent({ keepAlive: true, ca: cert })
    const call = (path: string) =>
      new Promise((resolve, reject) => {
        getWithTls({ port, path, agent }, response => {
          response.resume().on('end', () => resolve([response.statusCode, response.headers.connection]))
        }).on('error', reject)
      })
    const calls = [call('/'), call('/held')]
    await calls[0]
    await eventually(async () => held.length === 1)
    const [idle] = Object.values(agent.freeSockets).flat()
    const drained = drain()
    await new Promise(resolve => idle?.on('close', resolve))
    held[0]?.()
    expect(await calls[1]).toEqual([200, 'close'])
    expect(await drained).toBe(0)
    agent.destroy()
    await rm(folder, { recursive: true })
  })

  it('closes silent connections and cuts calls that exceed the deadline', async () => {
    const { port, drain, held } = await startServer()
    const silent = connect(port, '127.0.0.1')
    const cut = new Promise(resolve => silent.on('close', resolve))
    const broken = new Promise(resolve => get({ port, path: '/held', agent: false }).on('error', resolve))
    await eventually(async () => held.length === 1)
    expect(await drain(1_500)).toBe(1)
    await Promise.all([cut, broken])
  })
})
