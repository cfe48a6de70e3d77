import { Confidential, DrawDocument, DrawRecord } from '@cascade/contracts/live'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replay } from '../draw/decide'
import { masterGame, someGame, someStakes } from '../testing/arbitrary'
import { makeCorrection, makeDocument, makeFacts, makeHidden, makeIdleHidden, operator } from '../testing/make-facts'
import { verifyRecord } from '../verify'
import { createRecord, formatCosts, parseCosts } from './create-record'

const game = masterGame('funTarget')

describe('the record of a draw', () => {
  it('explains the result', () => {
    const { record, confidential } = createRecord(game, makeFacts(), makeHidden())
    // Balance 200.00, 20 % kept; 1 costs 90.00, 2 costs 45.00, 0 costs 225.00.
    expect(record).toMatchObject({
      policy: 'budgeted',
      stake: '4000',
      costs: '9000 4500 0*7 22500',
      candidates: { count: 9, fits: true },
      booster: { value: 1, reason: 'none' },
    })
    expect(confidential.budget).toBe('16000')
    expect(record.result).not.toBe('0')
    expect(Confidential.parse(confidential)).toEqual(confidential)
    expect(DrawRecord.parse(record)).toEqual(record)
  })

  it('is valid for a draw without bets', () => {
    const document = makeDocument(game, makeFacts({ stakes: {} }))
    expect(document.record).toMatchObject({ costs: '0*10', stake: '0', payout: '0', candidates: { count: 10 } })
    expect(document.confidential).toMatchObject({ balance: null, winpercentage: null, budget: null })
    expect(verifyRecord(document).filter(({ ok }) => !ok)).toEqual([])
  })

  it('says of a manual result that it was chosen, but not by whom', () => {
    const manual = { result: '0', booster: 2 } as const
    const hidden = makeHidden({ manual: { by: operator, at: '2026-03-01T10:00:12.000Z' } })
    const { record, confidential } = createRecord(game, makeFacts({ manual }), hidden)
    expect(record).toMatchObject({
      policy: 'manual',
      result: '0',
      payout: '45000',
      candidates: null,
      booster: { value: 2, reason: 'manual' },
    })
    expect(confidential).toMatchObject({ budget: null, manual: { by: operator } })
    expect(JSON.stringify(record)).not.toContain('admin1')
  })

  it('requires a manual result for a correction', () => {
    const first = makeDocument(game, makeFacts())
    const corrected = makeCorrection(game, first, first)
    expect(corrected.record.booster).toEqual({ value: 1, reason: 'manual' })
    expect(verifyRecord(corrected, { previous: first, earlier: first }).filter(({ ok }) => !ok)).toEqual([])
    expect(() => createRecord(game, makeFacts({ resultVersion: 2 }), makeHidden())).toThrow(RangeError)
  })

  it('is rejected for contradictory facts', () => {
    const chosen = makeHidden({ manual: { by: operator, at: '2026-03-01T10:05:00.000Z' } })
    const made = (facts: Parameters<typeof makeFacts>[0], hidden = makeHidden()) =>
      createRecord(game, makeFacts(facts), hidden)
    expect(() => made({ manual: { result: '11', booster: 1 } }, chosen)).toThrow('Not a result of this game: 11')
    expect(() => made({ manual: { result: '1', booster: 1 } })).toThrow(RangeError)
    expect(() => made({}, chosen)).toThrow(RangeError)
    expect(() => made({}, makeHidden({ balance: null }))).toThrow('A draw with bets')
  })

  it('depends on the root of the tickets: the seed alone does not determine the result', () => {
    const results = Array.from({ length: 40 }, (_, tickets) => {
      const ticketRoot = tickets.toString(16).padStart(64, '0')
      return createRecord(game, makeFacts({ ticketRoot }), makeHidden()).record.result
    })
    expect(new Set(results).size).toBeGreaterThan(5)
  })
})

/** All predefined games have a draw at this time, and every six minutes after it. */
const firstDrawMs = Date.parse('2026-02-28T20:06:00.000Z')

const facts = someGame
  .chain(own =>
    fc.record({
      own: fc.constant(own),
      stakes: someStakes(own).map(stakes =>
        Object.fromEntries(Array.from(stakes, ([leg, stake]) => [leg, String(stake)])),
      ),
      hidden: fc
        .record({
          balance: fc.integer({ min: -1_000_000, max: 30_000_000 }).map(String),
          winpercentage: fc.integer({ min: 0, max: 10_000 }).map(String),
        })
        .map(makeHidden),
      drawAt: fc.integer({ min: 0, max: 500 }).map(draw => new Date(firstDrawMs + draw * 360_000).toISOString()),
    }),
  )
  .map(draw => (Object.keys(draw.stakes).length > 0 ? draw : { ...draw, hidden: makeIdleHidden() }))

describe('a record of any draw of any game', () => {
  it('is valid after a JSON round trip and can be recomputed', () => {
    fc.assert(
      fc.property(facts, ({ own, hidden, ...overrides }) => {
        const made = makeDocument(own, makeFacts(overrides), hidden)
        const document = DrawDocument.parse(JSON.parse(JSON.stringify(made)))
        expect(verifyRecord(document).filter(({ ok }) => !ok)).toEqual([])
        expect(createRecord(own, made.record, made.confidential)).toEqual({
          record: made.record,
          confidential: made.confidential,
        })
      }),
      { numRuns: 30, seed: 6 },
    )
  })

  it('is valid without its confidential part', () => {
    fc.assert(
      fc.property(facts, ({ own, hidden, ...overrides }) => {
        const { confidential: _hidden, ...open } = makeDocument(own, makeFacts(overrides), hidden)
        expect(verifyRecord(open).filter(({ ok }) => !ok)).toEqual([])
      }),
      { numRuns: 30, seed: 8 },
    )
  })

  it('replays to the same result with the same percentage', () => {
    fc.assert(
      fc.property(facts, ({ own, hidden, ...overrides }) => {
        const made = createRecord(own, makeFacts(overrides), hidden)
        const { result, payout, stake, kept } = replay(own, made, { winpercentage: Number(hidden.winpercentage) / 100 })
        expect([result, payout, stake]).toEqual([
          made.record.result,
          BigInt(made.record.payout),
          BigInt(made.record.stake),
        ])
        expect(kept).toBe(stake - payout)
      }),
      { numRuns: 50, seed: 7 },
    )
  })

  it('replays within the budget of another percentage', () => {
    // 0 costs 225.00 and fits only if almost nothing of 250.00 is kept.
    const made = createRecord(game, makeFacts(), makeHidden({ balance: '25000', winpercentage: '0' }))
    const keptAll = replay(game, made, { winpercentage: 100 })
    expect(made.record.candidates?.count).toBe(10)
    expect(keptAll.payout).toBe(0n)
    expect(keptAll.kept).toBe(4000n)
    expect(() => replay(game, made, { winpercentage: 101 })).toThrow(RangeError)
  })
})

describe('the costs of a record', () => {
  it('are parsed to the formatted values', () => {
    const cost = fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 14n }))
    fc.assert(
      fc.property(fc.array(cost, { minLength: 1, maxLength: 50 }), costs => {
        expect(parseCosts(formatCosts(costs))).toEqual(costs)
      }),
    )
  })

  it('are short for a thousand cells without bets', () => {
    expect(formatCosts(Array<bigint>(1000).fill(0n))).toBe('0*1000')
    expect(parseCosts('0*1000')).toHaveLength(1000)
    expect(() => parseCosts('0*999 1 2')).toThrow(RangeError)
  })
})
