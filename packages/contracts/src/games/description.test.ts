import { describe, expect, it } from 'vitest'
import { GameDescription } from './description'

const limits = {
  betMin: 5,
  betMax: 100,
  betStep: 5,
  drawOptionMax: 1000,
  playerDayMax: 5000,
  liabilityMax: 20_000,
}
const coin = {
  layout: { kind: 'grid', columns: 2, groups: [] },
  dimensions: [
    {
      key: 'result',
      label: 'Side',
      options: [
        { drawno: '1', label: 'Heads', color: 'red' },
        { drawno: '2', label: 'Tails', image: 'tails' },
      ],
    },
  ],
  bets: [{ type: 'straight', label: 'Straight', dimension: 'result', multiplier: 190, cover: 'same' }],
  bundles: [{ type: 'both', label: 'Both', cover: 'card-row', of: 'straight' }],
  draw: { intervalSeconds: 30, lockSeconds: 5, resultSeconds: 0 },
  policy: 'random',
  booster: { chance: 26 },
  limits,
}

/** Paths of the errors after replacing fields of the coin. */
const faultsWith = (changes: object) => {
  const { error } = GameDescription.safeParse({ ...coin, ...changes })
  return error?.issues.map(issue => issue.path.join('.')).sort()
}
const [dimension] = coin.dimensions
const [bet] = coin.bets
const [bundle] = coin.bundles
const series = (changes: object) => [
  { ...dimension, options: { first: 0, last: 9, width: 1, separator: '', ...changes } },
]

describe('the description of a game', () => {
  it('parses to itself', () => {
    expect(GameDescription.parse(coin)).toEqual(coin)
    expect(faultsWith({ dimensions: series({}) })).toBeUndefined()
  })

  it.each([
    ['', { color: 'red' }],
    ['policy', { policy: 'kind' }],
    ['draw.intervalSeconds', { draw: { ...coin.draw, intervalSeconds: 9 } }],
    ['layout.columns', { layout: { ...coin.layout, columns: 0 } }],
    ['dimensions', { dimensions: [] }],
    ['bets', { bets: [] }],
    ['bets', { bets: Array.from({ length: 25 }, (_, index) => ({ ...bet, type: `t${index}` })) }],
    ['bets.0.multiplier', { bets: [{ ...bet, multiplier: 99 }] }],
    ['bets.0.multiplier', { bets: [{ ...bet, multiplier: 1_000_001 }] }],
    ['bets.0.multiplier', { bets: [{ ...bet, multiplier: 190.5 }] }],
    ['bets.0.cover', { bets: [{ ...bet, cover: 'anything' }] }],
    ['bets.0.type', { bets: [{ ...bet, type: 'a:b' }], bundles: [] }],
    ['limits.betMax', { limits: { ...limits, betMax: 10_000_000_005 } }],
    ['limits.betStep', { limits: { ...limits, betStep: 0.5 } }],
    ['dimensions.0.options.0.drawno', { dimensions: [{ ...dimension, options: [{ drawno: '-1', label: 'x' }] }] }],
    ['dimensions.0.options.width', { dimensions: series({ width: 7 }) }],
  ])('is rejected for its %s, %#', (path, changes) => {
    expect(faultsWith(changes)).toContain(path)
  })

  it.each([
    ['limits.betMax', { limits: { ...limits, betMin: 200 } }],
    ['limits.betMin', { limits: { ...limits, betMin: 7 } }],
    ['limits.betMax', { limits: { ...limits, betMax: 101 } }],
    ['limits.drawOptionMax', { limits: { ...limits, drawOptionMax: 99 } }],
    ['limits.playerDayMax', { limits: { ...limits, playerDayMax: 99 } }],
    ['draw.lockSeconds', { draw: { ...coin.draw, lockSeconds: 30 } }],
    ['draw.resultSeconds', { draw: { ...coin.draw, resultSeconds: 30 } }],
    ['dimensions.0.key', { dimensions: [{ ...dimension, key: 'color' }], bets: [{ ...bet, dimension: 'color' }] }],
    ['dimensions.0.follows', { dimensions: [{ ...dimension, follows: { '1': ['2'] } }] }],
    ['dimensions.1.key', { dimensions: [dimension, dimension] }],
    ['bets.0.dimension', { bets: [{ ...bet, dimension: 'type' }] }],
    ['bets.1.type', { bets: [bet, bet] }],
    ['bundles.0.type', { bundles: [{ ...bundle, type: 'straight' }] }],
    ['bundles.0.of', { bundles: [{ ...bundle, of: 'split' }] }],
    ['bundles.0.of', { bets: [bet, { ...bet, type: 'row', cover: 'card-row' }], bundles: [{ ...bundle, of: 'row' }] }],
  ])('is rejected if its parts contradict each other: %s, %#', (path, changes) => {
    expect(faultsWith(changes)).toEqual([path])
  })
})
