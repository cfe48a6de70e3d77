import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Outcome } from '../commit/outcomes'
import type { QueuedRequest } from '../decide/ledger-state'
import type { LeaderAccess } from './commit-at-leader'
import { createWriterQueue } from './writer-queue'

const leaderWith = (isLeader: () => boolean) => ({ election: { isLeader } }) as LeaderAccess
const leader = leaderWith(() => true)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const request = (id: number): QueuedRequest => ({
  request: { type: 'change', walletId: 'w' },
  id: String(id),
  hash: '',
})
const done = (batch: readonly QueuedRequest[]): Outcome[] =>
  batch.map(({ id }) => ({ result: { scopeVersion: Number(id) } }))

/** A commit function that waits for the test to release each batch. */
function pausedCommit() {
  const batches: (readonly QueuedRequest[])[] = []
  const release: (() => void)[] = []
  const commit = (_: LeaderAccess, batch: readonly QueuedRequest[]) => {
    batches.push(batch)
    return new Promise<Outcome[]>(resolve => release.push(() => resolve(done(batch))))
  }
  return { batches, commit, next: () => release.shift()?.() }
}

describe('the writer queue', () => {
  it('commits in order, one batch at a time, at most 128 requests each', async () => {
    const { batches, commit, next } = pausedCommit()
    const queue = createWriterQueue(leader, undefined, commit)
    const answers = Array.from({ length: 300 }, (_, id) => queue.submit(request(id)))
    await vi.advanceTimersByTimeAsync(1)
    expect(batches.map(batch => batch.length)).toEqual([128])
    for (let batch = 0; batch < 3; batch++) {
      next()
      await vi.advanceTimersByTimeAsync(1)
    }
    expect(batches.flat().map(({ id }) => Number(id))).toEqual(Array.from({ length: 300 }, (_, id) => id))
    expect(await answers[299]).toEqual({ scopeVersion: 299 })
    await queue.stop()
  })

  it('queues one further batch while the database hangs, and times out its requests', async () => {
    const { commit, next } = pausedCommit()
    const queue = createWriterQueue(leader, undefined, commit)
    const outcomes: string[] = []
    const submit = (id: number) => {
      const answer = queue.submit(request(id))
      answer.then(
        () => outcomes.push(`${id} ok`),
        error => outcomes.push(`${id} ${error.reason}`),
      )
    }
    submit(0)
    await vi.advanceTimersByTimeAsync(1_500)
    for (let id = 1; id <= 128; id++) submit(id)
    await vi.advanceTimersByTimeAsync(1)
    expect(outcomes).toEqual([])
    submit(129)
    await vi.advanceTimersByTimeAsync(1)
    expect(outcomes).toEqual(['129 OVERLOADED'])
    await vi.advanceTimersByTimeAsync(4_000)
    expect(outcomes).toEqual([
      '129 OVERLOADED',
      '0 TIMED_OUT',
      ...Array.from({ length: 128 }, (_, id) => `${id + 1} NOT_BOOKED`),
    ])
    next()
    await vi.advanceTimersByTimeAsync(1)
    submit(200)
    await vi.advanceTimersByTimeAsync(1)
    next()
    await vi.advanceTimersByTimeAsync(1)
    expect(outcomes.at(-1)).toBe('200 ok')
  })

  it('rejects only requests whose expected wait exceeds one second', async () => {
    const { commit, next } = pausedCommit()
    const queue = createWriterQueue(leader, undefined, commit)
    let id = 0
    const submit = (count: number) => Array.from({ length: count }, () => queue.submit(request(id++)))
    // Batches of 100 ms until the moving average reflects it.
    for (let batch = 0; batch < 20; batch++) {
      const answers = submit(1)
      await vi.advanceTimersByTimeAsync(100)
      next()
      await Promise.all(answers)
    }
    const crowd = submit(2_000).map(answer => answer.catch(error => error.reason))
    for (let batch = 0; batch < 16; batch++) {
      await vi.advanceTimersByTimeAsync(100)
      next()
    }
    const outcomes = await Promise.all(crowd)
    // Ten batches fit into one second, and an eleventh starts at its end.
    const fitting = 11 * 128
    expect(outcomes.slice(0, fitting).filter(outcome => outcome === 'OVERLOADED')).toEqual([])
    expect(new Set(outcomes.slice(fitting))).toEqual(new Set(['OVERLOADED']))
  })

  it('reports NOT_BOOKED instead of OVERLOADED during a leader handover', async () => {
    const { commit, next } = pausedCommit()
    let isWriter = false
    const queue = createWriterQueue(
      leaderWith(() => isWriter),
      undefined,
      commit,
    )
    const answers = [queue.submit(request(0))]
    await vi.advanceTimersByTimeAsync(1)
    for (let id = 1; id <= 128; id++) answers.push(queue.submit(request(id)))
    await vi.advanceTimersByTimeAsync(1_500)
    isWriter = true
    await expect(queue.submit(request(129))).rejects.toMatchObject({ reason: 'NOT_BOOKED' })
    for (let batch = 0; batch < 2; batch++) {
      next()
      await vi.advanceTimersByTimeAsync(1)
    }
    expect(await Promise.all(answers)).toHaveLength(129)
    await queue.stop()
  })

  it('continues after a batch that failed as a whole', async () => {
    let calls = 0
    const queue = createWriterQueue(leader, undefined, async (_, batch) => {
      if (calls++ === 0) throw new Error('broken')
      return done(batch)
    })
    await expect(queue.submit(request(1))).rejects.toThrow('broken')
    expect(await queue.submit(request(2))).toEqual({ scopeVersion: 2 })
  })
})
