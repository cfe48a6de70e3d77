import { betsPerTicketMax } from '@cascade/contracts/live'
import { describe, expect, it } from 'vitest'
import { descriptionOf, gameNames, masterGame } from '../testing/arbitrary'
import { parseBets, payout, targetsOf } from './bets'
import { compileGame } from './compile-game'

const lucky = masterGame('lucky12')
const straight = (drawno: string, quantity: number) => ({ type: 'straight', drawno, quantity })

describe('bets of a ticket', () => {
  it.each(gameNames)('can be placed on every target of every type: %s', name => {
    const game = masterGame(name)
    for (const [type, drawnos] of targetsOf(game)) {
      for (const drawno of drawnos) expect(parseBets(game, [{ type, drawno, quantity: 5 }]).ok).toBe(true)
    }
  })

  it('expand to each card of a row or column with the full quantity', () => {
    expect(parseBets(lucky, [{ type: 'row', drawno: '2', quantity: 10 }])).toEqual({
      ok: true,
      lines: ['5', '6', '7', '8'].map(card => ({ leg: `straight:${card}`, quantity: 10 })),
      stake: 4000n,
    })
    const column = parseBets(lucky, [{ type: 'column', drawno: '4', quantity: 10 }])
    expect(column.ok && column.stake).toBe(3000n)
  })

  it('are merged into one line on the same leg', () => {
    const bets = [straight('5', 10), { type: 'row', drawno: '2', quantity: 20 }, straight('5', 1)]
    const read = parseBets(lucky, bets)
    expect(read.ok && read.lines[0]).toEqual({ leg: 'straight:5', quantity: 31 })
    expect(read.ok && read.stake).toBe(9100n)
  })

  it.each([
    ['straight', '13'],
    ['straight', '01'],
    ['straight', ''],
    ['row', '4'],
  ])('are rejected for %j %j', (type, drawno) => {
    expect(parseBets(lucky, [straight('1', 1), { type, drawno, quantity: 1 }])).toEqual({
      ok: false,
      errors: { 'bets.1.drawno': 'There is no such bet in this game.' },
    })
  })

  it.each(['split', '', 'straight:1', 'constructor', 'Straight'])(
    'are rejected for the unknown type %j with the list of valid types',
    type => {
      expect(parseBets(lucky, [straight('1', 1), { type, drawno: '1', quantity: 1 }])).toEqual({
        ok: false,
        errors: { 'bets.1.type': 'Not a bet of this game. It takes: straight, row, column.' },
      })
    },
  )

  it.each([0, -5, 1.5, 10_001, Number.NaN, Number.POSITIVE_INFINITY])('are rejected for a quantity of %s', quantity => {
    expect(parseBets(lucky, [straight('1', quantity)])).toEqual({
      ok: false,
      errors: { 'bets.0.quantity': 'From 1 to 10000 points on one option.' },
    })
  })

  it('cannot exceed the largest bet by splitting or bundling', () => {
    expect(parseBets(lucky, [straight('5', 10_000)]).ok).toBe(true)
    const rejected = { ok: false, errors: { 'bets.1.quantity': 'From 1 to 10000 points on one option.' } }
    expect(parseBets(lucky, [straight('5', 10_000), straight('5', 1)])).toEqual(rejected)
    expect(parseBets(lucky, [straight('5', 10_000), { type: 'row', drawno: '2', quantity: 1 }])).toEqual(rejected)
  })

  it('respect the smallest bet and the step of the game', () => {
    const base = descriptionOf('lucky12')
    const stepped = compileGame({ ...base, limits: { ...base.limits, betMin: 10, betStep: 5 } })
    expect(parseBets(stepped, [straight('1', 15)]).ok).toBe(true)
    const rejected = {
      ok: false,
      errors: { 'bets.0.quantity': 'From 10 to 10000 points on one option, in steps of 5.' },
    }
    expect(parseBets(stepped, [straight('1', 5)])).toEqual(rejected)
    expect(parseBets(stepped, [straight('1', 12)])).toEqual(rejected)
  })

  it('must not be empty or too many', () => {
    const many = Array.from({ length: betsPerTicketMax + 1 }, () => straight('1', 1))
    expect(parseBets(lucky, many.slice(1)).ok).toBe(true)
    expect(parseBets(lucky, many)).toEqual({ ok: false, errors: { bets: 'At most 200 bets on one ticket.' } })
    expect(parseBets(lucky, [])).toEqual({ ok: false, errors: { bets: 'Place a bet first.' } })
  })
})

describe('a bet', () => {
  it.each([
    // 10 points at 1.95, alone and boosted
    [1000n, 195n, 1, 1950n],
    [1000n, 195n, 2, 3900n],
    // the largest bet on three digits
    [1_000_000n, 90_000n, 2, 1_800_000_000n],
    // 0.01 × 3.75 = 0.0375, 0.02 × 3.75 = 0.075, 0.01 × 1.5 = 0.015: half up
    [1n, 375n, 1, 4n],
    [2n, 375n, 1, 8n],
    [1n, 150n, 1, 2n],
    [1n, 149n, 1, 1n],
    [0n, 900n, 2, 0n],
  ])('pays, for %s at %s × %i, %s', (stake, multiplier, booster, paid) => {
    expect(payout(stake, multiplier, booster)).toBe(paid)
  })
})
