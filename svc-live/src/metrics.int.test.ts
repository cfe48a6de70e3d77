import { gameCodes } from '@cascade/contracts/games'
import { hasPrometheus, makeActor } from '@cascade/service-kit/testing'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { storeGames } from './testing/draw-deps'
import { makePlayer } from './testing/make-player'
import { startLive } from './testing/start-live'

const offering = { adminId: 'a1', gameId: gameCodes.funTarget }
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)
const drawId = (seconds: number) => `a1_${gameCodes.funTarget}_${Math.floor(ago(seconds).getTime() / 1000)}`
const by = { id: 's', username: 's', role: 'system' }
const claim = { kind: 'claim', by, correlationId: 'c', ...offering, playerId: 'p', amount: '5' }
const payment = (at: Date) => {
  const _id = uuidv7()
  return {
    _id,
    request: { id: _id, ...claim, details: { tickets: [['t', '5']], isAutomatic: false } },
    playerId: 'p',
    ticketIds: [],
    takeId: 't',
    state: 'open',
    at,
  }
}
const run = {
  drawId: 'd',
  ...offering,
  resultVersion: 1,
  gameVersion: 1,
  result: '7',
  booster: 1,
  payout: 0n,
  chunks: 1,
}
const openDraw = (drawAt: Date) => ({
  ...offering,
  drawAt,
  gameVersion: 1,
  seedKeyId: 'seed-1',
  stakes: {},
  stake: 0n,
  tickets: 1,
  closedSeq: 5n,
  state: 'open',
  settledAmount: 0n,
  settledChunks: 0,
})

describe('the metrics of svc-live', () => {
  it('raises no alert in normal operation', { skip: !hasPrometheus }, async () => {
    const { start, figure, firing } = await startLive()
    await start()
    await expect.poll(() => figure('engine_here')).toBe(1)
    expect(await firing()).toEqual([])
  })

  it('raises an alert when no instance leads the engine', { skip: !hasPrometheus }, async () => {
    const { start, ledger, firing } = await startLive()
    ledger.faults.isAway = true
    await start()
    // At first start the migrations of the empty database are pending.
    await expect.poll(firing).toEqual(['EngineWithoutHolder'])
  })

  it('raises an alert for each stuck or forgotten task', { skip: !hasPrometheus }, async () => {
    const { start, insert, figure, firing } = await startLive()
    await start()
    await expect.poll(() => figure('engine_here')).toBe(1)
    await insert('draws', { ...openDraw(ago(300)), _id: drawId(300) })
    await insert('settlements', { ...run, drawAt: ago(600), at: ago(300), next: 0, state: 'open' })
    await insert('unclaimed_wins', { ...offering, playerId: 'p', amount: 5n, dueAt: ago(600), againAt: ago(-60) })
    await insert('pool_balances', { balance: -1n, seq: 1n })
    await insert('stops', { ...offering, by, at: ago(13 * 3600).toISOString(), reason: null })
    const late = ['DrawsLate', 'SettlementsOpen', 'PaymentsOpen', 'PoolsBelowZero', 'BettingStopForgotten']
    expect(await firing()).toEqual(late)
  })

  it('raises an alert for a dead-lettered posting and for the payment that waits for it', {
    skip: !hasPrometheus,
  }, async () => {
    const { start, insert, ledger, figure, firing } = await startLive()
    ledger.faults.failsAt = 'claim'
    await start()
    await insert('payments', payment(ago(600)))
    await expect.poll(() => figure('postings_aside')).toBe(1)
    expect(await firing()).toEqual(['PaymentsOpen', 'PostingsAside'])
  })

  it('raises an alert for a payment that the ledger rejects, and for one that it rejects for good', {
    skip: !hasPrometheus,
  }, async () => {
    const { start, insert, ledger, figure, firing } = await startLive()
    ledger.faults.refuses = 'MISSING_WALLET'
    await start()
    await insert('payments', payment(ago(60)))
    await expect.poll(() => figure('payments_ended')).toBe(1)
    expect(await firing()).toEqual(['PostingsRefused', 'PaymentsEnded'])
  })

  it('raises an alert when open draws may cost more than the limit', { skip: !hasPrometheus }, async () => {
    const { start, db, ledger, call, figure, firing } = await startLive()
    await storeGames(db, [offering.gameId])
    await start()
    const { actor, row } = await makePlayer(db)
    ledger.fund(row, 10_000n)
    const bets = [{ type: 'straight', drawno: '7', quantity: 10 }]
    const isBooked = async () => {
      const { status } = await call(makeActor(actor), 'POST /app/createbet', { gameId: offering.gameId, bets })
      return status
    }
    await expect.poll(isBooked).toBe(201)
    await expect.poll(() => figure('open_liability_points')).toBeGreaterThan(50)
    expect(await firing()).toEqual(['LiabilityAboveLimit'])
  })
})
