import { Agent, get } from 'node:http'
import type { Suite } from '@cascade/dev'
import { closedLoop, figureRow, type Row, ratioRow, summaryOf, warmUp } from '../measure'
import { Rejected, transferLoad } from './api'

const timesCapacity = 5
const overloadMs = 6_000
const recoveryMs = 1_000
const crowdSize = 2_000
const tooMany = [429, 503]

/** Measures bookings per second and latency while clients request five times the capacity. */
export async function overloadRows(suite: Suite, { ms }: { ms: number }): Promise<Row[]> {
  const transfer = await transferLoad(suite.url, suite.logins)
  await warmUp(ms, transfer)
  const capacity = (await closedLoop(32, 2 * ms, transfer)).perSecond
  // Reuse connections, as browsers do: a process accepts only one new connection per event loop turn.
  const agent = new Agent({ keepAlive: true, maxFreeSockets: crowdSize })
  await Promise.all(Array.from({ length: crowdSize }, () => connect(suite.url, agent)))
  const crowd = await transferLoad(suite.url, suite.logins, undefined, agent)
  const { accepted, rejected } = await overload(capacity * timesCapacity, crowd)
  agent.destroy()
  const after = (await closedLoop(32, recoveryMs, transfer)).perSecond
  const offered = accepted.count + rejected.count
  const share = (ours: number) => ({ ours, peer: capacity, ratio: ours / capacity, spread: 0 })
  return [
    ratioRow(
      `Booked while ${timesCapacity} times the capacity is requested / capacity`,
      '>= 0.85',
      share(accepted.perSecond),
    ),
    figureRow(
      'Accepted transfers meanwhile, p99',
      `${Math.round(accepted.p99)} ms`,
      '<= 2000 ms',
      `${accepted.count} of ${offered}; rejected within ${Math.round(rejected.p50)} ms (p50), ${Math.round(rejected.p99)} ms (p99)`,
    ),
    ratioRow('Booked within the first second after it / capacity', '>= 0.85', share(after)),
  ]
}

const connect = (url: string, agent: Agent) =>
  new Promise<void>((resolve, reject) => {
    get(`${url}/livez`, { agent }, response => response.resume().on('end', resolve)).on('error', reject)
  })

/** Open loop: requests start on schedule, however many are pending. */
async function overload(perSecond: number, transfer: (caller: number) => Promise<void>) {
  const accepted: number[] = []
  const rejected: number[] = []
  const calls: Promise<void>[] = []
  const startedAt = performance.now()
  const call = async (number: number, dueAt: number) => {
    const outcome = await transfer(number).then(
      () => accepted,
      (error: unknown) => {
        if (error instanceof Rejected && tooMany.includes(error.status)) return rejected
        throw error
      },
    )
    outcome.push(performance.now() - dueAt)
  }
  for (let number = 0; performance.now() - startedAt < overloadMs; number++) {
    const dueAt = startedAt + (number / perSecond) * 1000
    const wait = dueAt - performance.now()
    if (wait > 1) await new Promise(resolve => setTimeout(resolve, wait))
    calls.push(call(number, dueAt))
  }
  await Promise.all(calls)
  const tookMs = performance.now() - startedAt
  return { accepted: summaryOf(accepted, tookMs), rejected: summaryOf(rejected, tookMs) }
}
