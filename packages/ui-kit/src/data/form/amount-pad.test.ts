import { parseNumber } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { applyKey } from './amount-pad'

const type = (keys: readonly string[], start = '') => keys.reduce(applyKey, start)

describe('the amount pad', () => {
  it.each([
    [['1', '2', '5', '0'], '1,250'],
    [['5', '00', '00', '00'], '5,000,000'],
    [['0', '0', '7'], '7'],
    [['00'], '0'],
    [['.', '5'], '0.5'],
    [['1', '.', '.', '2', '5', '9'], '1.25'],
    [['1', '.', '2', '00'], '1.2'],
    [['1', '2', 'back', 'back', 'back'], ''],
    [['1', '2', '3', '4', 'back'], '123'],
    [[...'9'.repeat(13)], '999,999,999,999'],
  ] as const)('turns the keys %j into %s', (keys, shown) => {
    expect(type(keys)).toBe(shown)
    const figure = parseNumber(shown).value
    expect(figure === null || Number(figure.toFixed(2)) === figure).toBe(true)
  })

  it('appends to preset whole points, and does not exceed two decimals of preset hundredths', () => {
    expect(type(['5'], '500.00')).toBe('5,005')
    expect(type(['back'], '1,000.00')).toBe('100')
    expect(type(['5'], '750.25')).toBe('750.25')
    expect(type(['back'], '750.25')).toBe('750.2')
  })
})
