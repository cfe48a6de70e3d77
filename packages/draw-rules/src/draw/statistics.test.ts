import { createHash, createHmac } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { winningLegs } from '../rules/bets'
import { compileGame } from '../rules/compile-game'
import { returnToPlayer } from '../rules/policy'
import { descriptionOf, gameNames } from '../testing/arbitrary'
import { chiSquare, chiSquareBound, returnBound } from '../testing/chi-square'
import { decide, decideBooster } from './decide'

const randomSeed = (text: string) => createHmac('sha256', 'statistics').update(text).digest()

describe.each(gameNames)('%s under the random policy', name => {
  const game = compileGame({ ...descriptionOf(name), policy: 'random' })
  const draws = Math.max(1_000, game.outcomes.length * 5)
  const counts = game.outcomes.map(() => 0)
  const index = new Map(game.outcomes.map((outcome, at) => [outcome, at]))

  beforeAll(() => {
    for (let draw = 0; draw < draws; draw++) {
      const input = { stakes: [], budget: 0n, booster: 1, seed: randomSeed(`${name}-${draw}`) }
      const at = index.get(decide(game, input).outcome) ?? -1
      counts[at] = (counts[at] ?? 0) + 1
    }
  }, 60_000)

  it('draws each result equally often', () => {
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(draws)
    expect(chiSquare(counts)).toBeLessThan(chiSquareBound(counts.length))
  })

  it('returns the expected share of every bet to players', () => {
    const wins = new Map<string, number>()
    for (const [at, outcome] of game.outcomes.entries()) {
      for (const leg of winningLegs(game, outcome).keys()) wins.set(leg, (wins.get(leg) ?? 0) + (counts[at] ?? 0))
    }
    const deviations = Array.from(game.legs.values(), leg => {
      const pay = Number(leg.multiplier) / 100
      const expected = returnToPlayer(game, leg)
      const actual = (pay * (wins.get(leg.key) ?? 0)) / draws
      return Math.abs(actual - expected) / returnBound(pay, expected / pay, draws)
    })
    expect(Math.max(...deviations)).toBeLessThan(1)
  })
})

const draws = 20_000
/**
 * Percentage of the balance that the operator keeps per draw. It stays in the balance, so in the long run nearly
 * everything is paid back.
 */
const sharePercent = 10
const chips = [5n, 10n, 20n, 50n, 100n, 500n]
const budgetedSeed = (text: string) => createHash('sha256').update(text).digest()

describe.each(gameNames)('%s under the budgeted policy', name => {
  const game = compileGame(descriptionOf(name))
  const legs = [...game.legs.keys()]
  const tally = { above: 0, fitted: 0, notCheapest: 0, lowest: 0n, staked: 0n, paid: 0n, boosted: 0 }

  /** One to eight bets derived from the draw alone. */
  function stakesOf(bytes: Uint8Array): [string, bigint][] {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const stakes = new Map<string, bigint>()
    for (let bet = 0; bet <= view.getUint8(31) % 8; bet++) {
      const leg = legs[view.getUint16(bet * 2) % legs.length] ?? ''
      stakes.set(leg, (stakes.get(leg) ?? 0n) + (chips[view.getUint8(16 + bet) % chips.length] ?? 5n) * 100n)
    }
    return [...stakes]
  }

  beforeAll(() => {
    let balance = 0n
    for (let draw = 0; draw < draws; draw++) {
      const stakes = stakesOf(budgetedSeed(`${name}-bets-${draw}`))
      const seed = budgetedSeed(`${name}-seed-${draw}`)
      const booster = decideBooster(26, seed)
      const staked = stakes.reduce((sum, [, stake]) => sum + stake, 0n)
      balance += staked
      const budget = (balance * BigInt(100 - sharePercent)) / 100n
      const { payout, costs } = decide(game, { stakes, budget, booster: booster.value, seed })
      const cheapest = costs.reduce((least, cost) => (cost < least ? cost : least))
      if (cheapest <= budget) tally.fitted += 1
      if (cheapest <= budget && payout > budget) tally.above += 1
      if (cheapest > budget && payout !== cheapest) tally.notCheapest += 1
      if (booster.value === 2) tally.boosted += 1
      balance -= payout
      if (balance < tally.lowest) tally.lowest = balance
      tally.staked += staked
      tally.paid += payout
    }
  }, 60_000)

  it('pays no more than the budget if a result fits, and otherwise the least possible', () => {
    expect(tally).toMatchObject({ above: 0, notCheapest: 0 })
    expect(tally.fitted).toBeGreaterThan(draws * 0.9)
  })

  it('pays most stakes back to players and never overdraws the balance', () => {
    expect(tally.boosted).toBeGreaterThan(draws / 31)
    expect(tally.lowest).toBe(0n)
    const share = Number(tally.paid) / Number(tally.staked)
    expect(share).toBeGreaterThan(0.7)
    expect(share).toBeLessThan(1)
  })
})
