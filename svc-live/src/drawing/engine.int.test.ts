import type { PostingRequest, PostingResult } from '@cascade/contracts/accounts'
import { gameCodes } from '@cascade/contracts/games'
import type { Lease } from '@cascade/service-kit'
import { afterAll, describe, expect, it } from 'vitest'
import type { BaseDeps } from '../base-deps'
import type { BetCall } from '../betting/read-bet'
import { startDrawDeps } from '../testing/draw-deps'
import { makePlayer } from '../testing/make-player'
import { createJournal } from '../testing/play-journal'
import { startScratch } from '../testing/scratch'
import { startEngine } from './engine'

const gameId = gameCodes.funTarget

const world = await startScratch()
const shared = await startDrawDeps(world, [gameId])
afterAll(() => world.stop())

async function startLeader(answer: (request: PostingRequest) => PostingResult) {
  const { db } = world
  const { actor } = await makePlayer(db)
  const nowMs = createJournal().startMs + 30_000
  const ledger = {
    post: async (requests: readonly PostingRequest[]) => requests.map(answer),
    postAll: async () => [],
    pools: async () => ({ pools: [], head: 0 }),
  }
  const clock = { now: () => nowMs }
  const deps = { ...shared, ledger: ledger as unknown as BaseDeps['ledger'], clock, playSeq: async () => 0 }
  let releases = 0
  const lease = {
    acquire: async () => 1,
    renew: async () => true,
    isHeld: () => true,
    lastMomentMs: () => nowMs + 60_000,
    release: async () => void releases++,
  }
  const engine = startEngine(deps, lease as unknown as Lease)
  await expect.poll(engine.isOpen).toBe(true)
  const input = { gameId, bets: [{ type: 'straight', drawno: '7', quantity: 10 }] }
  const call = { ticketId: 'ticket', actor, idempotencyKey: null, requestId: 'request', input } as BetCall
  return { engine, bet: () => engine.placeBet(call), releases: () => releases }
}

describe('the engine', () => {
  it('releases the lease on stop when all of its bets are decided', async () => {
    const { engine, bet, releases } = await startLeader(({ id }) => ({
      outcome: 'refused',
      id,
      reason: 'INSUFFICIENT',
      message: 'Too little',
    }))
    await expect(bet()).rejects.toMatchObject({ code: 'VALIDATION' })
    await engine.stop()
    expect(releases()).toBe(1)
  })

  it('keeps the lease on stop while a bet may still be booked, so that no instance takes over too early', async () => {
    const { engine, bet, releases } = await startLeader(({ id }) => ({ outcome: 'unknown', id }))
    const answer = expect(bet()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    await expect.poll(() => engine.figures().bets).toBe(1)
    await engine.stop()
    expect(releases()).toBe(0)
    await answer
  })
})
