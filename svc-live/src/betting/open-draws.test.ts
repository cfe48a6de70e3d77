import { highestCost } from '@cascade/draw-rules'
import { describe, expect, it } from 'vitest'
import { makeGame } from '../testing/make-game'
import { addBooked, createOpenDraw, hasStakes, release, reserve } from './open-draws'

const { description } = makeGame()
const times = { opensAtMs: 0, lockAtMs: 55_000, drawAtMs: 60_000, version: 1 }

function makeDraw(limits: Partial<(typeof description)['limits']>) {
  const rules = { ...makeGame(), description: { ...description, limits: { ...description.limits, ...limits } } }
  return createOpenDraw({ drawId: 'd1', times, seedKeyId: 's1', rules })
}
const on = (drawno: string, quantity: number) => [{ leg: `straight:${drawno}`, quantity }]

describe('an open draw', () => {
  it('caps the stake of an option, pending bets included', () => {
    const draw = makeDraw({ drawOptionMax: 100 })
    reserve(draw, on('7', 60))
    expect(() => reserve(draw, on('7', 41))).toThrow('This option is full.')
    reserve(draw, on('7', 40))
    expect(() => reserve(draw, on('7', 1))).toThrow('This option is full.')
    reserve(draw, on('8', 100))
  })

  it('releases the stake of a bet that was not booked', () => {
    const draw = makeDraw({ drawOptionMax: 100 })
    reserve(draw, on('7', 100))
    release(draw, on('7', 100))
    expect(hasStakes(draw)).toBe(false)
    reserve(draw, on('7', 100))
  })

  it('caps the worst-case cost at booster 2', () => {
    const draw = makeDraw({ liabilityMax: 1_800 })
    reserve(draw, on('7', 100))
    expect(highestCost(draw.reserved, 2)).toBe(180_000n)
    expect(() => reserve(draw, on('7', 1))).toThrow('This option is full.')
    expect(highestCost(draw.reserved, 2)).toBe(180_000n)
    reserve(draw, on('8', 100))
  })

  it('reserves a ticket as a whole or not at all', () => {
    const draw = makeDraw({ drawOptionMax: 100 })
    expect(() => reserve(draw, [...on('1', 10), ...on('7', 101)])).toThrow('This option is full.')
    expect([...draw.reserved.stakes]).toEqual([])
  })
})

describe('the booked board', () => {
  it('excludes pending bets from the booked stakes', () => {
    const draw = makeDraw({})
    reserve(draw, on('7', 10))
    expect([draw.booked.total(), draw.tickets, hasStakes(draw)]).toEqual([0n, 0, true])
    addBooked(draw, on('7', 10))
    expect([draw.booked.total(), draw.tickets, draw.pendingTickets]).toEqual([1_000n, 1, 0])
  })
})
