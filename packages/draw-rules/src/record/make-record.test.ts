import { DrawDocument, DrawRecord } from '@cascade/contracts/live'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replay } from '../draw/replay'
import { someGame, someStakes } from '../testing/arbitrary'
import { makeDocument, makeFacts, makeNext, operator } from '../testing/make-facts'
import { masterGame } from '../testing/master'
import { verifyRecord } from '../verify'
import { readCosts, writeCosts } from './cost-runs'
import { makeRecord } from './make-record'

const game = masterGame('funTarget')

describe('the record of a draw', () => {
  it('says how the result came about', () => {
    const record = makeRecord(game, makeFacts())
    // Balance 200.00, of which 20 % are kept; 1 costs 90.00, 2 costs 45.00, 0 costs 225.00.
    expect(record).toMatchObject({
      policy: 'budgeted',
      stake: '4000',
      costs: '9000 4500 0*7 22500',
      budget: '16000',
      candidates: { count: 9, fits: true },
      booster: { value: 1, reason: 'none' },
    })
    expect(record.result).not.toBe('0')
    expect(DrawRecord.parse(record)).toEqual(record)
  })

  it('is that of the README when its draw is decided by hand', () => {
    const stakes = { 'straight:1': '1000', 'straight:2': '500', 'straight:3': '1000', 'straight:0': '2500' }
    const record = makeRecord(game, makeFacts({ stakes }))
    expect(record).toMatchObject({
      seed: 'bb6d33829d319a27d8a120139c2aff8e3917762261b090b336688f0ee0a61256',
      commitment: '5a6cffe8176243368d3abc25fef5e357b7f54603376d6c06f180f210b24ffd05',
      stake: '5000',
      costs: '9000 4500 9000 0*6 22500',
      budget: '16000',
      candidates: { count: 9 },
      result: '3',
      payout: '9000',
    })
  })

  it('of a draw without a bet is a record like any other', () => {
    const empty = makeFacts({ stakes: {}, closingEvent: null, balance: '-100' })
    const document = makeDocument(game, empty)
    expect(document.record).toMatchObject({ costs: '0*10', stake: '0', payout: '0', budget: '0' })
    expect(verifyRecord(document).filter(({ ok }) => !ok)).toEqual([])
  })

  it('of a chosen result names who chose it, and asks the policy nothing', () => {
    const manual = { result: '0', booster: 2, by: operator, at: '2026-03-01T10:00:12.000Z' } as const
    expect(makeRecord(game, makeFacts({ manual }))).toMatchObject({
      policy: 'manual',
      result: '0',
      payout: '45000',
      budget: null,
      candidates: null,
      booster: { value: 2, reason: 'manual' },
    })
  })

  it('of a correction leaves the booster counter alone', () => {
    const first = makeDocument(game, makeFacts())
    const manual = { result: '2', booster: 1, by: operator, at: '2026-03-01T10:05:00.000Z' } as const
    const { drawId, drawAt } = first.record
    const corrected = makeNext(game, first, { drawId, drawAt, resultVersion: 2, manual })
    expect(corrected.record.booster).toEqual({
      value: 1,
      reason: 'manual',
      nextCounter: first.record.booster.nextCounter,
    })
    expect(verifyRecord(corrected, { previous: first }).filter(({ ok }) => !ok)).toEqual([])
  })

  it('is refused for a correction that nobody chose, and for what is no result', () => {
    expect(() => makeRecord(game, makeFacts({ resultVersion: 2 }))).toThrow(RangeError)
    const manual = { result: '11', booster: 1, by: operator, at: '2026-03-01T10:05:00.000Z' } as const
    expect(() => makeRecord(game, makeFacts({ manual }))).toThrow('Not a result of this game: 11')
  })
})

const facts = someGame.chain(own =>
  fc.record({
    own: fc.constant(own),
    stakes: someStakes(own).map(stakes =>
      Object.fromEntries(Array.from(stakes, ([leg, stake]) => [leg, String(stake)])),
    ),
    balance: fc.integer({ min: -1_000_000, max: 30_000_000 }).map(String),
    winpercentage: fc.integer({ min: 0, max: 10_000 }).map(String),
    drawId: fc.stringMatching(/^[a-z0-9_]{1,40}$/),
  }),
)

describe('a record of any draw of any game', () => {
  it('survives being written and read, and everything in it can be worked out again', () => {
    fc.assert(
      fc.property(facts, ({ own, ...overrides }) => {
        const document = DrawDocument.parse(JSON.parse(JSON.stringify(makeDocument(own, makeFacts(overrides)))))
        expect(verifyRecord(document).filter(({ ok }) => !ok)).toEqual([])
        expect(makeRecord(own, document.record)).toEqual(document.record)
      }),
      { numRuns: 60, seed: 6 },
    )
  })

  it('is replayed to the same result with the same percentage', () => {
    fc.assert(
      fc.property(facts, ({ own, ...overrides }) => {
        const record = makeRecord(own, makeFacts(overrides))
        const { result, payout, stake, kept } = replay(own, record, {
          winpercentage: Number(record.winpercentage) / 100,
        })
        expect([result, payout, stake]).toEqual([record.result, BigInt(record.payout), BigInt(record.stake)])
        expect(kept).toBe(stake - payout)
      }),
      { numRuns: 100, seed: 7 },
    )
  })

  it('is replayed within the budget of another percentage', () => {
    // 0 costs 225.00 and fits only when next to nothing is kept of 250.00.
    const record = makeRecord(game, makeFacts({ balance: '25000', winpercentage: '0' }))
    const keptAll = replay(game, record, { winpercentage: 100 })
    expect(record.candidates?.count).toBe(10)
    expect(keptAll.payout).toBe(0n)
    expect(keptAll.kept).toBe(4000n)
    expect(() => replay(game, record, { winpercentage: 101 })).toThrow(RangeError)
  })
})

describe('the costs of a record', () => {
  it('are read as they were written', () => {
    const cost = fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 14n }))
    fc.assert(
      fc.property(fc.array(cost, { minLength: 1, maxLength: 50 }), costs => {
        expect(readCosts(writeCosts(costs))).toEqual(costs)
      }),
    )
  })

  it('of a thousand cells without a bet are short', () => {
    expect(writeCosts(Array<bigint>(1000).fill(0n))).toBe('0*1000')
    expect(readCosts('0*1000')).toHaveLength(1000)
    expect(() => readCosts('0*999 1 2')).toThrow(RangeError)
  })
})
