import { setTimeout as sleep } from 'node:timers/promises'
import { figureRow, type Measured, type Row, summaryOf } from '../measure'
import { callApi } from '../transfers/api'
import type { Crowd } from './crowd'

const beforeMs = 15_000
const pollsMax = 36_000
const samples = 20

type Beside = { transfer: (caller: number) => Promise<void>; callers: number }

/** Moves the whole crowd to another admin: duration, and latency of transfers of others in the meantime. */
export async function moveRows(url: string, crowd: Crowd, { transfer, callers }: Beside): Promise<Row[]> {
  const load = startLoad(callers, transfer)
  try {
    const startedAt = performance.now()
    await sleep(beforeMs)
    const before = load.since(startedAt)
    const sampled = await crowd.sample(samples)
    const movedAt = performance.now()
    const body = { refId: crowd.next._id }
    await callApi(url, {
      method: 'PUT',
      path: `/superareamanager/${crowd.top._id}`,
      token: crowd.superadmin.token,
      body,
    })
    const answeredMs = performance.now() - movedAt
    const followedMs = await waitUntilSettled(crowd, 'followed', movedAt)
    const during = load.since(movedAt)
    const publishedMs = await waitUntilSettled(crowd, 'published', movedAt)
    await assertMovedScope(
      url,
      crowd,
      sampled.map(({ _id }) => _id),
    )
    const size = crowd.size().toLocaleString('en-US')
    return [
      {
        name: `H6 p99 of other transfers while ${size} accounts move / before`,
        ours: `${during.p99.toFixed(1)} ms`,
        peer: `${before.p99.toFixed(1)} ms`,
        ratio: (during.p99 / before.p99).toFixed(2),
        aim: '<= 2',
        note: `${during.perSecond.toFixed(0)}/s while they move, ${before.perSecond.toFixed(0)}/s before; retries while busy: ${load.retries()}`,
      },
      figureRow(`H6 the move is answered`, `${answeredMs.toFixed(0)} ms`),
      figureRow(`H6 all ${size} have followed`, seconds(followedMs), '', `published after ${seconds(publishedMs)}`),
    ]
  } finally {
    await load.stop()
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

async function waitUntilSettled(crowd: Crowd, what: 'followed' | 'published', from: number): Promise<number> {
  for (let left = pollsMax; left > 0; left--) {
    if ((await crowd.isSettled())[what]) return performance.now() - from
    await sleep(100)
  }
  throw new Error(`move not ${what} in time`)
}

async function assertMovedScope(url: string, { admin, next }: Crowd, ids: readonly string[]) {
  for (const id of ids) {
    const read = ({ token }: { token: string }) => callApi(url, { method: 'GET', path: `/player/${id}`, token })
    await read(next)
    const isHidden = await read(admin).then(
      () => false,
      error => String(error).includes('answered 404'),
    )
    if (!isHidden) throw new Error(`invalid run: ${id} is still visible to the former admin`)
  }
}

const pauseMs = 50

/**
 * Closed loop of `callers` until stopped. Busy rejections are retried within the same call; other errors are thrown by
 * `stop` and `since`.
 * @returns `since` summarises calls answered after a `performance.now()` time
 */
export function startLoad(callers: number, once: (caller: number) => Promise<void>) {
  let isOver = false
  let failure: unknown
  let retries = 0
  const calls: { at: number; tookMs: number }[] = []
  const call = async (caller: number) => {
    for (let from = performance.now(); !isOver; from = performance.now()) {
      await retryWhileBusy(() => once(caller))
      const at = performance.now()
      calls.push({ at, tookMs: at - from })
    }
  }
  async function retryWhileBusy(work: () => Promise<void>) {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!String(error).includes('answered 429')) throw error
        retries++
        await sleep(pauseMs)
      }
    }
  }
  const all = Promise.all(Array.from({ length: callers }, (_, caller) => call(caller))).catch(error => {
    isOver = true
    failure = error
  })
  const throwFailure = () => {
    if (failure !== undefined) throw failure
  }
  return {
    retries: () => retries,
    since(from: number): Measured {
      throwFailure()
      const own = calls.filter(({ at }) => at >= from).map(({ tookMs }) => tookMs)
      return summaryOf(own, performance.now() - from)
    },
    async stop() {
      isOver = true
      await all
      throwFailure()
    },
  }
}
