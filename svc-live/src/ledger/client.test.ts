import type { PostingRequest, PostingResult } from '@cascade/contracts/accounts'
import { AppError, createMetrics } from '@cascade/service-kit'
import { silentLogger } from '@cascade/service-kit/testing'
import { describe, expect, it } from 'vitest'
import { createLedgerClient, firstBatch } from './client'
import type { DeadLetters } from './dead-letters'

describe('requests of one call', () => {
  const sized = (count: number, bytes: number) => firstBatch(Array<number>(count).fill(bytes), each => each).length

  it.each([
    [0, 100, 0],
    [3, 100, 3],
    [500, 100, 500],
    [501, 100, 500],
    [2_000, 1, 500],
    [100, 50_000, 4],
    [2, 900_000, 1],
  ])('takes from %i requests of %i bytes each the first %i', (count, bytes, expected) => {
    expect(sized(count, bytes)).toBe(expected)
  })
})

const closing = (id: string): PostingRequest => ({
  kind: 'closeGate',
  id,
  by: { id: 's', username: 's', role: 'system' },
  correlationId: id,
  adminId: 'a1',
  gameId: 'g1',
  drawId: id,
  gateVersion: 0,
})
const booked = (id: string): PostingResult => ({
  outcome: 'booked',
  id,
  replayed: false,
  seq: 1,
  amount: '0',
  poolBalance: '0',
  gateVersion: 1,
})

/** A client of a ledger that fails at any of these requests, with the dead letters it stores. */
function makeClient(poison: readonly string[], failure: Error = new Error('poison')) {
  const calls: string[][] = []
  const parked = new Set<string>()
  const call = async (_: unknown, { body }: { body: { requests: PostingRequest[] } }) => {
    const ids = body.requests.map(({ id }) => id)
    calls.push(ids)
    if (ids.some(id => poison.includes(id))) throw failure
    return { results: ids.map(booked) }
  }
  const park = async ({ id }: PostingRequest) => parked.add(id).has(id)
  const metrics = createMetrics('svc-live')
  const fake = { has: (id: string) => parked.has(id), park } as unknown as DeadLetters
  return {
    client: createLedgerClient(call as never, { deadLetters: fake, logger: silentLogger, metrics }),
    calls,
    parked,
  }
}
const ids = (count: number) => Array.from({ length: count }, (_, index) => `r${index}`)
const outcomes = (results: readonly { id: string; outcome: string }[] | undefined) =>
  Object.fromEntries((results ?? []).map(({ id, outcome }) => [id, outcome]))

describe('the ledger client with a poison posting', () => {
  it('isolates it among hundreds, parks it and books all others', async () => {
    const { client, calls, parked } = makeClient(['r321'])
    const results = outcomes(await client.postAll(ids(500).map(closing), AbortSignal.timeout(5_000)))
    expect(results).toEqual({ ...Object.fromEntries(ids(500).map(id => [id, 'booked'])), r321: 'parked' })
    expect([...parked]).toEqual(['r321'])
    expect(calls.length).toBeLessThan(25)
  })

  it('does not send a parked posting again with others', async () => {
    const { client, calls } = makeClient(['r1'])
    await client.post(ids(3).map(closing))
    calls.length = 0
    expect(outcomes(await client.post(ids(3).map(closing)))).toEqual({ r0: 'booked', r1: 'parked', r2: 'booked' })
    expect(calls).toEqual([['r0', 'r2']])
  })

  it('does not search for it while the ledger is unavailable or fails at everything', async () => {
    const away = makeClient(['r0'], new AppError('UNAVAILABLE', 'away'))
    expect(new Set(Object.values(outcomes(await away.client.post(ids(9).map(closing)))))).toEqual(new Set(['unknown']))
    expect(away.parked.size).toBe(0)
    const ill = makeClient(ids(100))
    await ill.client.post(ids(100).map(closing))
    expect(ill.parked.size).toBe(8)
  })
})

describe('the ledger client', () => {
  it('batches concurrent requests in one call, and answers each on its own', async () => {
    const { client, calls } = makeClient(['r2'])
    const replies = await Promise.all(ids(4).map(id => client.postAll([closing(id)], AbortSignal.timeout(5_000))))
    expect(replies.map(results => results?.[0]?.outcome)).toEqual(['booked', 'booked', 'parked', 'booked'])
    expect(calls[0]).toEqual(ids(4))
  })
})
