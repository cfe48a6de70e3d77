import type { PostingRequest, PostingResult, StakeRequest } from '@cascade/contracts/accounts'
import { silentLogger } from '@cascade/service-kit/testing'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { createBetQueue } from './bet-queue'

const stake = (id: string, gameId = 'g1'): z.input<typeof StakeRequest> => ({
  kind: 'stake',
  id,
  by: { id: 'p1', username: 'p1', role: 'player' },
  correlationId: id,
  adminId: 'a1',
  gameId,
  playerId: 'p1',
  amount: '1000',
  gateVersion: 0,
  notAfter: '2026-03-01T10:00:00.000Z',
  details: {},
})
const booked = ({ id }: PostingRequest): PostingResult => ({
  outcome: 'booked',
  id,
  replayed: false,
  seq: 1,
  amount: '1000',
  poolBalance: '1000',
  gateVersion: 0,
})
const unknown = ({ id }: PostingRequest): PostingResult => ({ outcome: 'unknown', id })

/** A queue in front of a ledger whose calls block until the test lets them through. */
function makeQueue(answer: (request: PostingRequest, call: number) => PostingResult = booked) {
  const calls: string[][] = []
  let open: (() => void) | undefined
  const gate = new Promise<void>(resolve => {
    open = resolve
  })
  const post = async (requests: readonly PostingRequest[]) => {
    const call = calls.push(requests.map(({ id }) => id))
    await gate
    return requests.map(request => answer(request, call))
  }
  return { queue: createBetQueue({ post }, silentLogger), calls, letThrough: () => open?.() }
}

describe('bet queue', () => {
  it('sends concurrent bets in one call, and those that arrive while two calls are in flight in the next', async () => {
    const { queue, calls, letThrough } = makeQueue()
    const first = ['a', 'b', 'c'].map(id => queue.book(stake(id)))
    await Promise.resolve()
    const second = ['d', 'e'].map(id => queue.book(stake(id)))
    await Promise.resolve()
    const third = ['f', 'g'].map(id => queue.book(stake(id)))
    letThrough()
    await Promise.all([...first, ...second, ...third])
    expect(calls).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
      ['f', 'g'],
    ])
  })
})

describe('bet queue with one busy offering', () => {
  /** Queues a bet and yields one turn of the event loop, so that it is sent. */
  const place = async (queue: ReturnType<typeof makeQueue>['queue'], ids: readonly string[], gameId = 'full') => {
    const booked = ids.map(id => queue.book(stake(id, gameId)))
    await Promise.resolve()
    return booked
  }

  it('serves the other offering without delay', async () => {
    const { queue, calls, letThrough } = makeQueue()
    const waiting = Array.from({ length: 600 }, (_, index) => `waiting${index}`)
    const all = [await place(queue, ['a', 'b']), await place(queue, ['c', 'd']), await place(queue, waiting)]
    all.push(await place(queue, ['quiet'], 'other'))
    expect(calls).toEqual([['a', 'b'], ['c', 'd'], ['quiet']])
    all.push(await place(queue, ['later', 'last'], 'other'))
    letThrough()
    await Promise.all(all.flat())
    expect(calls[3]?.slice(0, 5)).toEqual(['waiting0', 'later', 'waiting1', 'last', 'waiting2'])
    expect(calls.flat().filter(id => waiting.includes(id))).toEqual(waiting)
  })

  it('limits the queue per offering: others are accepted when one is full', async () => {
    const { queue, letThrough } = makeQueue()
    const full = Array.from({ length: 3_500 }, (_, index) => queue.book(stake(`f${index}`)).catch(() => undefined))
    const other = queue.book(stake('other', 'g2'))
    letThrough()
    expect(await other).toMatchObject({ result: { outcome: 'booked', id: 'other' } })
    await Promise.all(full)
  })
})

describe('bet with an unknown outcome', () => {
  it('sends a bet again, unchanged, until its outcome is known', async () => {
    const { queue, calls, letThrough } = makeQueue((request, call) => (call < 3 ? unknown(request) : booked(request)))
    const outcome = queue.book(stake('a'))
    letThrough()
    expect(await outcome).toMatchObject({ result: { outcome: 'booked', id: 'a' }, hadUnknownOutcome: true })
    expect(calls).toEqual([['a'], ['a'], ['a']])
  })

  it('sends a retried bet before bets that arrived later', async () => {
    const { queue, calls, letThrough } = makeQueue((request, call) => (call === 1 ? unknown(request) : booked(request)))
    const first = queue.book(stake('a'))
    letThrough()
    await new Promise(resolve => setTimeout(resolve, 10))
    await Promise.all([first, queue.book(stake('b'))])
    expect(calls.at(0)).toEqual(['a'])
    expect(calls.flat()).toEqual(expect.arrayContaining(['a', 'a', 'b']))
  })
})

describe('bet queue over its limit', () => {
  it('rejects further bets at once without sending them', async () => {
    const { queue, calls, letThrough } = makeQueue()
    const codeOf = (error: unknown) => (error as { code: string }).code
    // Every rejection is a rejected promise, never a synchronous throw: the caller releases its reservation in one
    // place.
    const outcomes = Array.from({ length: 3_500 }, (_, index) => queue.book(stake(String(index))).catch(codeOf))
    letThrough()
    const refused = (await Promise.all(outcomes)).filter(outcome => outcome === 'TOO_MANY_REQUESTS').length
    expect(refused).toBeGreaterThanOrEqual(1_000)
    expect(calls.flat()).toHaveLength(3_500 - refused)
    await queue.idle()
    expect(queue.depth()).toBe(0)
  })
})
