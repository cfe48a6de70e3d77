import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { compileGame } from '../rules/game/compile-game'
import { descriptionOf, gameNames } from '../testing/master'
import { decideBooster } from './booster'
import { decide } from './decide'

const draws = 2_000
/**
 * Percentage of the balance that the operator keeps per draw. It stays in the balance, so in the long run nearly
 * everything is paid back.
 */
const keptPercent = 10
const chips = [5n, 10n, 20n, 50n, 100n, 500n]
const seedOf = (text: string) => createHash('sha256').update(text).digest()

describe.each(gameNames)('%s under the budgeted policy', name => {
  const game = compileGame(descriptionOf(name))
  const legs = [...game.legs.keys()]
  /** Games of a thousand results pay rare large wins, which the balance must hold first. */
  const leastShare = game.outcomes.length > 500 ? 0.25 : 0.7
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
      const stakes = stakesOf(seedOf(`${name}-bets-${draw}`))
      const seed = seedOf(`${name}-seed-${draw}`)
      const booster = decideBooster(26, seed)
      const staked = stakes.reduce((sum, [, stake]) => sum + stake, 0n)
      balance += staked
      const budget = (balance * BigInt(100 - keptPercent)) / 100n
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
    expect(tally.boosted).toBeGreaterThan(draws / 52)
    expect(tally.lowest).toBe(0n)
    const share = Number(tally.paid) / Number(tally.staked)
    expect(share).toBeGreaterThan(leastShare)
    expect(share).toBeLessThan(1)
  })
})
