import { toHundredths } from '@cascade/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Remainders, roundCommissions } from './commissions'
import { addTo, type Measures, toTurnover, zero } from './measures'
import { commissionLevels, edgesOf, type PlayLine, type Products, type UnroundedLine } from './play-lines'

/** Player chains below two admins, with two accounts per level and three players per master. */
const chain = fc
  .tuple(...Array.from({ length: 4 }, () => fc.constantFrom('1', '2')), fc.constantFrom('1', '2', '3'))
  .map(parts => parts.map((_part, at) => parts.slice(0, at + 1).join('.')))
const rate = fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(0, 50, 100, 125, 150, 3_333))
const line = fc
  .record({
    chain,
    points: fc.oneof(fc.constantFrom(1, 3, 7), fc.integer({ min: 1, max: 10_000 })),
    win: fc.bigInt({ min: -5_000n, max: 500_000n }),
    rates: fc.tuple(rate, rate, rate, rate),
    day: fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-31'),
    gameId: fc.constantFrom('a', 'b'),
  })
  .map(({ chain: accounts, points, win, rates, day, gameId }): UnroundedLine => {
    const play = BigInt(points) * 100n
    const [superarea, area, master, player] = rates.map(each => play * BigInt(each)) as [bigint, bigint, bigint, bigint]
    const products = { superarea, area, master, player }
    const measures = { tickets: 1n, play, win }
    return { seq: 1, at: new Date(0), day, adminId: accounts[0] ?? '', gameId, chain: accounts, measures, products }
  })
const someLines = fc.array(line, { minLength: 1, maxLength: 60 })

/** Sums of figures by key, as the reports show them. */
function rowsBy(lines: readonly PlayLine[], keysOf: (line: PlayLine) => readonly string[]) {
  const sums = new Map<string, Measures>()
  for (const each of lines) {
    for (const key of keysOf(each)) {
      const sum = sums.get(key) ?? zero()
      sums.set(key, sum)
      addTo(sum, each.measures)
    }
  }
  return new Map([...sums].map(([key, sum]) => [key, hundredthsOf(sum)]))
}

const hundredthsOf = (sum: Measures) =>
  Object.fromEntries(Object.entries(toTurnover(sum)).map(([name, points]) => [name, toHundredths(points)]))

function sumRows(rows: readonly Record<string, bigint>[]): Record<string, bigint> {
  const sum = hundredthsOf(zero())
  for (const row of rows) for (const [name, value] of Object.entries(row)) sum[name] = (sum[name] ?? 0n) + value
  return sum
}

describe('commissions of random trees, percentages and stakes', () => {
  it('add up: each row equals the sum of the rows below it, of its days and of its games', () => {
    fc.assert(
      fc.property(someLines, unrounded => {
        const lines = roundCommissions(unrounded, new Map())
        const edges = rowsBy(lines, ({ chain: accounts }) => edgesOf(accounts))
        for (const [edge, row] of edges) {
          const account = edge.split('>').at(-1) ?? ''
          const isTop = !edge.includes('>')
          const below = [...edges].filter(([each]) =>
            isTop ? /^[^>]+>\d$/.test(each) : each.startsWith(`${account}>`),
          )
          if (below.length > 0) expect([edge, sumRows(below.map(([, each]) => each))]).toEqual([edge, row])
          const own = lines.filter(({ chain: accounts }) => edgesOf(accounts).includes(edge))
          for (const part of ['day', 'gameId'] as const) {
            const parts = rowsBy(own, each => [each[part]])
            expect([edge, part, sumRows([...parts.values()])]).toEqual([edge, part, row])
          }
        }
      }),
      { numRuns: 200 },
    )
  })

  it('are within half a hundredth of a player’s exact sum, and within one hundredth in any period', () => {
    fc.assert(
      fc.property(someLines, fc.nat(60), fc.nat(60), (unrounded, one, other) => {
        const lines = roundCommissions(unrounded, new Map())
        for (const player of new Set(lines.map(({ chain: accounts }) => accounts.at(-1)))) {
          const indices = lines.flatMap(({ chain: accounts }, at) => (accounts.at(-1) === player ? [at] : []))
          const stretch = indices.filter(at => at >= Math.min(one, other) && at <= Math.max(one, other))
          for (const level of commissionLevels) {
            expect(errorOf(unrounded, lines, indices, level)).toBeLessThanOrEqual(5_000)
            expect(errorOf(unrounded, lines, stretch, level)).toBeLessThan(10_000)
          }
        }
      }),
    )
  })

  it('do not depend on how the lines are batched', () => {
    fc.assert(
      fc.property(someLines, fc.integer({ min: 1, max: 7 }), (unrounded, size) => {
        const remainders: Remainders = new Map()
        const batches: PlayLine[] = []
        for (let from = 0; from < unrounded.length; from += size)
          batches.push(...roundCommissions(unrounded.slice(from, from + size), remainders))
        expect(batches).toEqual(roundCommissions(unrounded, new Map()))
      }),
    )
  })
})

/** Rounding error of the commissions, in ten-thousandths of a hundredth. */
function errorOf(
  unrounded: readonly UnroundedLine[],
  lines: readonly PlayLine[],
  indices: readonly number[],
  level: keyof Products,
): number {
  const exact = indices.reduce((sum, at) => sum + (unrounded[at]?.products?.[level] ?? 0n), 0n)
  const rounded = indices.reduce((sum, at) => sum + (lines[at]?.measures[level] ?? 0n), 0n)
  return Math.abs(Number(rounded * 10_000n - exact))
}

describe('the commission of a bet', () => {
  const bet = (points: number, percent: number): UnroundedLine => {
    const play = BigInt(points) * 100n
    const none = { superarea: 0n, area: 0n, player: 0n }
    const products = { ...none, master: play * BigInt(Math.round(percent * 100)) }
    const chainOfPlayer = ['a', 's', 'r', 'm', 'p']
    return {
      seq: 1,
      at: new Date(0),
      day: '2026-03-01',
      adminId: 'a',
      gameId: 'g',
      chain: chainOfPlayer,
      measures: { play },
      products,
    }
  }
  const master = (...bets: UnroundedLine[]) => roundCommissions(bets, new Map()).map(({ measures }) => measures.master)

  it('is rounded half up, and the next bet compensates the rounding', () => {
    expect(master(bet(1, 1.5), bet(1, 1.5), bet(1, 1.5), bet(1, 1.5))).toEqual([2n, 1n, 2n, 1n])
    expect(master(bet(1, 0.4), bet(1, 0.4), bet(1, 0.4), bet(1, 0.4), bet(1, 0.4))).toEqual([0n, 1n, 0n, 1n, 0n])
    expect(master(bet(100, 2), bet(7, 2))).toEqual([200n, 14n])
  })
})
