import { describe, expect, it } from 'vitest'
import { descriptionOf, masterGame } from '../testing/arbitrary'
import { compileGame } from './compile-game'
import { createBoard } from './liability'
import { budgetOf, candidatesOf, highestReturn, previewCandidates, returnToPlayer } from './policy'

describe('the budget', () => {
  it.each([
    [100_000n, 20, 80_000n],
    [100_000n, 0, 100_000n],
    [100_000n, 100, 0n],
    [101n, 50, 50n],
    [999n, 33.33, 666n],
    [1n, 1, 0n],
    [0n, 20, 0n],
    [-100_000n, 20, 0n],
  ])('leaves of a balance of %s, with %s %% kept, %s', (balance, winpercentage, budget) => {
    expect(budgetOf(balance, winpercentage)).toBe(budget)
  })

  it.each([-1, 100.01, 33.333, Number.NaN, Number.POSITIVE_INFINITY])('rejects %s %%', winpercentage => {
    expect(() => budgetOf(100n, winpercentage)).toThrow(RangeError)
  })
})

describe('the candidates', () => {
  const costs = [500n, 0n, 1000n, 500n, 1001n]

  it('are the results within the budget', () => {
    expect(candidatesOf('budgeted', costs, 1000n)).toEqual({ indices: [0, 1, 2, 3], fits: true })
    expect(candidatesOf('budgeted', costs, 999n)).toEqual({ indices: [0, 1, 3], fits: true })
    expect(candidatesOf('budgeted', costs, 0n)).toEqual({ indices: [1], fits: true })
  })

  it('are the cheapest results if none is within the budget', () => {
    expect(candidatesOf('budgeted', [700n, 300n, 900n, 300n], 299n)).toEqual({ indices: [1, 3], fits: false })
  })

  it('are all results under policy random', () => {
    expect(candidatesOf('random', costs, 0n)).toEqual({ indices: [0, 1, 2, 3, 4], fits: true })
  })
})

describe('the preview', () => {
  const game = masterGame('funTarget')
  // 1 costs 90, 2 costs 45, all other digits nothing.
  const board = createBoard(game, [
    ['straight:1', 1000n],
    ['straight:2', 500n],
  ])

  it('contains the candidates of the policy and their costs', () => {
    const at = (balance: bigint, booster: number) =>
      previewCandidates(game, board, { balance, winpercentage: 10, booster })
    expect(at(10_000n, 1)).toEqual({
      indices: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      fits: true,
      budget: 9000n,
      least: 0n,
      most: 9000n,
      mean: 1350n,
    })
    expect(at(10_000n, 2)).toMatchObject({
      indices: [1, 2, 3, 4, 5, 6, 7, 8, 9],
      budget: 9000n,
      most: 9000n,
      mean: 1000n,
    })
    expect(at(-1n, 1)).toMatchObject({ indices: [2, 3, 4, 5, 6, 7, 8, 9], budget: 0n, most: 0n })
  })

  it('reports if no result is within the budget', () => {
    const full = createBoard(
      game,
      Array.from(
        { length: 10 },
        (_, digit) => [`straight:${digit}`, digit === 4 || digit === 8 ? 100n : 200n] as const,
      ),
    )
    expect(previewCandidates(game, full, { balance: 100n, winpercentage: 0, booster: 1 })).toMatchObject({
      indices: [3, 7],
      fits: false,
      least: 900n,
      most: 900n,
    })
  })
})

describe('the return to the player', () => {
  it.each([
    ['funTarget', 'straight:3', 90],
    ['tripleFun', 'single:7', 90],
    ['tripleFun', 'double:07', 90],
    ['tripleChance', 'triple:007', 90],
    ['funRoullet', 'straight:00', 94.7],
    ['funRoullet', 'street:0-00-2', 94.7],
    ['roulette', 'straight:0', 97.3],
    ['roulette', 'color:red', 97.3],
    ['andharBahar', 'card:7', 92.3],
    ['andharBahar', 'color:k', 93.75],
    ['andharBahar', 'type:bahar', 90],
    ['titliSorrat', 'straight:4', 91.7],
    ['lucky12', 'straight:12', 83.3],
    ['lucky16', 'straight:16', 87.5],
    ['bingo', 'straight:25', 88],
    ['funTimer', 'straight:0', 90],
    ['dusKaDum', 'straight:10', 90],
    ['lucky10', 'straight:1', 90],
  ] as const)('of %s %s is %s %%', (name, key, percent) => {
    const game = masterGame(name)
    const leg = game.legs.get(key)
    const decimals = percent === 93.75 ? 2 : 1
    expect(leg && (returnToPlayer(game, leg) * 100).toFixed(decimals)).toBe(percent.toFixed(decimals))
  })
})

describe('highestReturn', () => {
  it('is the return of the best bet including the booster', () => {
    expect(highestReturn(masterGame('funTarget')).share).toBeCloseTo(0.9 * (27 / 26), 10)
    expect(highestReturn(masterGame('roulette')).share).toBeCloseTo((36 / 37) * (27 / 26), 10)
    expect(highestReturn(compileGame({ ...descriptionOf('roulette'), booster: { chance: 36 } })).share).toBeCloseTo(
      1,
      10,
    )
  })
})
