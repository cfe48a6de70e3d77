import { gameCodes } from '@cascade/contracts/games'
import { applyLiveChange, LiveChange, LiveGame } from '@cascade/contracts/live'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addBooked,
  createFeedState,
  createOpenDraw,
  markLegChanged,
  type OpenOffering,
  reserve,
} from '../betting/open-draws'
import { makeGame } from '../testing/make-game'
import { takeLiveChange, toLiveGame } from './live-feed'

const stamp = { nowMs: Date.parse('2026-03-01T10:00:30.000Z'), epoch: 'e1', commitment: 'c'.repeat(64) }
const times = (draw: number) => ({
  opensAtMs: draw * 60_000,
  lockAtMs: (draw + 1) * 60_000 - 5_000,
  drawAtMs: (draw + 1) * 60_000,
  version: 1,
})

function makeOffering(gameId: string): OpenOffering {
  return {
    adminId: 'a1',
    gameId,
    key: `a1|${gameId}`,
    gameName: 'Game',
    gateVersion: 0,
    winpercentage: 10,
    draw: createOpenDraw({ drawId: 'd0', times: times(0), seedKeyId: 's1', rules: makeGame(gameId) }),
    pool: { balance: 100_000n, seq: 0 },
    day: { day: '2026-03-01', play: 0n, win: 0n },
    results: [],
    pending: [],
    stops: { game: false, admin: false, everywhere: false },
    feed: createFeedState(),
    usedAtMs: 0,
  }
}

function bet(offering: OpenOffering, leg: string, quantity: number) {
  const lines = [{ leg, quantity }]
  reserve(offering.draw, lines)
  addBooked(offering.draw, lines)
  offering.day.play += BigInt(quantity) * 100n
  markLegChanged(offering, leg)
}

function openNext(offering: OpenOffering, draw: number) {
  offering.draw = createOpenDraw({ ...offering.draw, drawId: `d${draw}`, times: times(draw) })
  Object.assign(offering.feed, { cleared: true, figures: true, options: new Map() })
}

describe('live game', () => {
  it.each(Object.values(gameCodes))('matches the contract for %s', gameId => {
    const game = toLiveGame(makeOffering(gameId), stamp)
    expect(LiveGame.parse(game)).toEqual(game)
  })

  it('shows each bet on every option it covers, with its cost', () => {
    const offering = makeOffering(gameCodes.tripleFun)
    bet(offering, 'single:7', 10)
    bet(offering, 'triple:007', 1)
    const { data, collections, tickets, highestLiability } = toLiveGame(offering, stamp)
    expect(data.filter(({ sum }) => sum > 0)).toHaveLength(100)
    expect(data.find(({ drawno }) => drawno === '0-0-7')).toMatchObject({
      sum: 11,
      liability: 990,
      liabilityBoosted: 1_980,
    })
    expect([collections.totalDraw, tickets, highestLiability]).toEqual([11, 2, 1_980])
  })
})

describe('takeLiveChange', () => {
  const step = fc.oneof(
    fc.record({ bets: fc.array(fc.tuple(fc.nat(1_000), fc.integer({ min: 1, max: 50 })), { maxLength: 8 }) }),
    fc.record({ bets: fc.constant([]), opens: fc.constant(true) }),
  )

  it('returns changes that lead from any snapshot to the full state', () => {
    fc.assert(
      fc.property(fc.constantFrom(gameCodes.andharBahar, gameCodes.funRoullet), fc.array(step), (gameId, steps) => {
        const offering = makeOffering(gameId)
        const legs = [...offering.draw.rules.legs.keys()]
        let state: LiveGame | undefined = toLiveGame(offering, stamp)
        for (const [index, each] of steps.entries()) {
          if ('opens' in each) openNext(offering, index + 1)
          for (const [leg, quantity] of each.bets) bet(offering, legs[leg % legs.length] ?? '', quantity)
          const change = takeLiveChange(offering, stamp)
          expect(LiveChange.parse(change)).toEqual(change)
          state = state && applyLiveChange(state, change)
        }
        expect(state).toEqual(toLiveGame(offering, stamp))
      }),
    )
  })

  it('includes only changed options in a change', () => {
    const offering = makeOffering(gameCodes.funTarget)
    bet(offering, 'straight:7', 5)
    expect(takeLiveChange(offering, stamp).data).toEqual([{ index: 6, sum: 5, liability: 45, liabilityBoosted: 90 }])
    expect(takeLiveChange(offering, stamp).data).toBeUndefined()
  })
})
