import { describe, expect, it } from 'vitest'
import { createFigures } from './report'
import { checkPools } from './settlement'

describe('the status line', () => {
  it('shows bets and their rate, rejections by reason and latencies', () => {
    const clock = { now: 0 }
    const figures = createFigures(() => clock.now)
    for (let bet = 0; bet < 10; bet++) figures.placed(5, 20)
    figures.claimed(1_234.5)
    for (const reason of ['INSUFFICIENT', 'DRAW_CLOSED', 'DRAW_CLOSED']) figures.rejected(reason)
    clock.now = 2_000
    expect(figures.line()).toBe(
      '10 bets (5.0/s) · rejected 3 (DRAW_CLOSED 2, INSUFFICIENT 1) · p50 20 ms, p99 20 ms · staked 50.00, claimed 1,234.50',
    )
    clock.now = 3_000
    expect(figures.line()).toContain('10 bets (0.0/s)')
  })
})

describe('the pool check', () => {
  const before = new Map([
    ['a', 100_00n],
    ['b', 0n],
  ])

  it('passes only if the pools changed by exactly stakes minus wins', () => {
    const after = new Map([
      ['a', 90_01n],
      ['b', 30_00n],
    ])
    expect(checkPools(before, after, { stakes: 50_01n, wins: 30_00n })).toMatchObject({ isEqual: true, change: 20_01n })
    expect(checkPools(before, after, { stakes: 50_00n, wins: 30_00n }).isEqual).toBe(false)
  })
})
