import { setTimeout as sleep } from 'node:timers/promises'
import type { Row } from '../measure'
import { callApi } from '../transfers/api'
import type { Crowd } from './crowd'
import { startLoad } from './move-rows'

const sessions = 1_000
const beforeMs = 10_000
const pollsMax = 600

type Beside = { transfer: (caller: number) => Promise<void>; callers: number }

/** Latency of other transfers while the crowd is suspended and signed out. */
export async function suspensionRow(url: string, crowd: Crowd, { transfer, callers }: Beside): Promise<Row> {
  const load = startLoad(callers, transfer)
  const set = (what: 'activate' | 'deactivate') =>
    callApi(url, {
      method: 'PATCH',
      path: `/superareamanager/toggle-status/${crowd.top._id}/${what}`,
      token: crowd.superadmin.token,
    })
  try {
    const others = await crowd.openSessions()
    await crowd.signInPlayers(sessions)
    const startedAt = performance.now()
    await sleep(beforeMs)
    const before = load.since(startedAt)
    const suspendedAt = performance.now()
    await set('deactivate')
    const answeredMs = performance.now() - suspendedAt
    for (let left = pollsMax; left > 0 && (await crowd.openSessions()) > others; left--) await sleep(50)
    const endedMs = performance.now() - suspendedAt
    // Same duration as before, so that both p99 are of equally many calls.
    await sleep(Math.max(0, beforeMs - endedMs))
    const during = load.since(suspendedAt)
    await set('activate')
    return {
      name: `p99 of other transfers while a branch of ${crowd.size().toLocaleString('en-US')} is suspended / before`,
      ours: `${during.p99.toFixed(1)} ms`,
      peer: `${before.p99.toFixed(1)} ms`,
      ratio: (during.p99 / before.p99).toFixed(2),
      aim: '<= 2',
      note: `answered after ${answeredMs.toFixed(0)} ms, ${sessions.toLocaleString('en-US')} sessions ended after ${endedMs.toFixed(0)} ms`,
    }
  } finally {
    await load.stop()
  }
}
