import { Agent, request } from 'node:http'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '@cascade/dev-stack/ports'
import { sleep } from '../base/clock'

export type Outcomes = { answered: number; refused: number; statuses: Set<number>; lost: string[] }

/**
 * Callers that send one request after the other, each over a connection that it keeps, until told to stop. A call that
 * got neither an answer nor a refused connection is lost.
 */
export function startCallers(options: {
  port: number
  count: number
  call: () => { method?: string; path: string; headers?: Record<string, string>; body?: string }
}) {
  const { port, count, call } = options
  const outcomes: Outcomes = { answered: 0, refused: 0, statuses: new Set(), lost: [] }
  let stopping = false

  async function run() {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!stopping) {
      const { status, error } = await send(agent)
      if (status !== undefined) {
        outcomes.answered += 1
        outcomes.statuses.add(status)
      } else if (error === 'ECONNREFUSED') {
        outcomes.refused += 1
        await sleep(20)
      } else outcomes.lost.push(String(error))
    }
    agent.destroy()
  }

  function send(agent: Agent): Promise<{ status?: number; error?: string | undefined }> {
    const { body, ...options } = call()
    return new Promise(resolve => {
      const sent = request({ host: '127.0.0.1', port, agent, ...options }, response => {
        response.resume()
        response.on('end', () => resolve({ status: response.statusCode ?? 0 }))
        response.on('error', (error: NodeJS.ErrnoException) => resolve({ error: `answer cut: ${error.code}` }))
      })
      sent.on('error', (error: NodeJS.ErrnoException) => resolve({ error: error.code }))
      sent.end(body)
    })
  }

  const running = Promise.all(Array.from({ length: count }, run))
  return {
    outcomes,
    async stop(): Promise<Outcomes> {
      stopping = true
      await running
      return outcomes
    },
  }
}

export type TcpProxy = { port: number; cut: () => Promise<void>; restore: () => Promise<void> }

/** A door in front of a server that a test may shut: for whoever came through it, the server is then gone. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port: targetPort } = new URL(target)
  const port = await freePort()
  const open = new Set<Socket>()
  let server: Server | undefined

  const restore = () =>
    new Promise<void>((resolve, reject) => {
      server = createServer(client => {
        const upstream = connect(Number(targetPort), hostname)
        for (const socket of [client, upstream]) {
          open.add(socket)
          socket.on('close', () => open.delete(socket))
          socket.on('error', () => socket.destroy())
        }
        client.pipe(upstream).pipe(client)
      })
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
  const cut = () =>
    new Promise<void>(resolve => {
      for (const socket of open) socket.destroy()
      if (server) server.close(() => resolve())
      else resolve()
      server = undefined
    })
  await restore()
  return { port, cut, restore }
}
