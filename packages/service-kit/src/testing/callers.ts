import { Agent, request } from 'node:http'
import { sleep } from '../runtime/loop'

export type Outcomes = { answered: number; refused: number; statuses: Set<number>; lost: string[] }

/**
 * Clients that send requests one after the other, each over one keep-alive connection, until stopped. A call without a
 * response or a refused connection counts as lost.
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
