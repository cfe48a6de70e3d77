import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { masterGame, someBets, someChoice, someGame } from '../testing/arbitrary'
import { parseBets, type TicketLine, winningLegs, winnings } from './bets'
import type { Game, Outcome } from './game'
import { costOf, createBoard, highestCost, outcomeCosts } from './liability'

const draw = someGame.chain(game =>
  fc.record({
    game: fc.constant(game),
    tickets: fc.array(someBets(game), { maxLength: 8 }),
    chosen: someChoice(game),
    booster: fc.constantFrom(1, 2),
  }),
)

const linesOf = (game: Game, bets: Parameters<typeof parseBets>[1]): readonly TicketLine[] => {
  const read = parseBets(game, bets)
  if (!read.ok) throw new Error(JSON.stringify(read.errors))
  return read.lines
}

/** Total payout of the settlement. */
const paid = (game: Game, tickets: readonly (readonly TicketLine[])[], outcome: Outcome, booster: number) => {
  const winning = winningLegs(game, outcome)
  return tickets.reduce((sum, lines) => sum + winnings(lines, winning, booster), 0n)
}

const boardOf = (game: Game, tickets: readonly (readonly TicketLine[])[]) => {
  const board = createBoard(game)
  for (const { leg, quantity } of tickets.flat()) board.add(leg, BigInt(quantity) * 100n)
  return board
}

describe('the displayed liability', () => {
  it('is exactly what the settlement pays when the result is drawn or chosen', () => {
    fc.assert(
      fc.property(draw, ({ game, tickets: placed, chosen, booster }) => {
        const tickets = placed.map(bets => linesOf(game, bets))
        const board = boardOf(game, tickets)
        expect(outcomeCosts(game, board, booster)).toEqual(
          game.outcomes.map(outcome => paid(game, tickets, outcome, booster)),
        )
        expect(costOf(board, chosen, booster)).toBe(paid(game, tickets, chosen, booster))
        expect(highestCost(board, booster)).toBeGreaterThanOrEqual(costOf(board, chosen, booster))
      }),
      { numRuns: 100, seed: 1 },
    )
  })

  it('is the payout of the bets on an option, and its sum is their stake', () => {
    fc.assert(
      fc.property(draw, ({ game, tickets: placed, chosen }) => {
        const lines = placed.flatMap(bets => linesOf(game, bets))
        const board = boardOf(game, [lines])
        for (const [at, { legsOn }] of game.dimensions.entries()) {
          const pick = chosen.picks[at] ?? -1
          const covering = new Map((legsOn[pick] ?? []).map(leg => [leg.key, leg]))
          const coveringLines = lines.filter(({ leg }) => covering.has(leg))
          expect(board.costs[at]?.[pick]).toBe(winnings(coveringLines, covering, 1))
          expect(board.sums[at]?.[pick]).toBe(
            coveringLines.reduce((sum, line) => sum + BigInt(line.quantity) * 100n, 0n),
          )
        }
        expect(board.total()).toBe(lines.reduce((sum, line) => sum + BigInt(line.quantity) * 100n, 0n))
      }),
      { numRuns: 100, seed: 2 },
    )
  })

  it('does not depend on the order of stakes or on removed stakes', () => {
    fc.assert(
      fc.property(draw, ({ game, tickets: placed }) => {
        const tickets = placed.map(bets => linesOf(game, bets))
        const board = boardOf(game, tickets)
        for (const { leg, quantity } of tickets[0] ?? []) board.add(leg, BigInt(-quantity) * 100n)
        const others = boardOf(game, tickets.slice(1).reverse())
        expect([board.costs, board.sums, board.total(), new Map(board.stakes)]).toEqual([
          others.costs,
          others.sums,
          others.total(),
          new Map(createBoard(game, others.stakes).stakes),
        ])
      }),
      { numRuns: 100, seed: 3 },
    )
  })
})

describe('a board', () => {
  it('sums all three bets on a cell of Triple Fun', () => {
    const game = masterGame('tripleFun')
    const stakes = [
      ['single:7', 500n],
      ['double:07', 300n],
      ['triple:007', 200n],
    ] as const
    const board = createBoard(game, stakes)
    const cell = (text: string) => game.dimensions[0]?.indexOf.get(text) ?? -1
    const figuresOf = (text: string) => [board.sums[0]?.[cell(text)], board.costs[0]?.[cell(text)]]
    expect(figuresOf('0-0-7')).toEqual([1000n, 4500n + 27_000n + 180_000n])
    expect(figuresOf('1-0-7')).toEqual([800n, 4500n + 27_000n])
    expect(figuresOf('1-1-7')).toEqual([500n, 4500n])
    expect(figuresOf('1-1-8')).toEqual([0n, 0n])
    expect(board.total()).toBe(1000n)
    expect(highestCost(board, 2)).toBe(423_000n)
  })

  it('returns the leg of an added bet with the options it covers', () => {
    const game = masterGame('funRoullet')
    const leg = createBoard(game).add('split:0-00', 100n)
    expect(leg.covers.map(option => game.dimensions[0]?.options[option]?.drawno)).toEqual(['0', '00'])
  })

  it('rejects an unknown leg and a negative total', () => {
    const board = createBoard(masterGame('roulette'), [['straight:1', 100n]])
    expect(() => board.add('split:0-00', 100n)).toThrow(RangeError)
    expect(() => board.add('straight:1', -200n)).toThrow(RangeError)
    expect(board.total()).toBe(100n)
    expect(new Map(board.stakes)).toEqual(new Map([['straight:1', 100n]]))
  })
})
