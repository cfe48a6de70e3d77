import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { balanceMax, formatPoints, Points, toHundredths, toPoints } from './points'

describe('points', () => {
  it('convert to hundredths and back without loss', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -balanceMax, max: balanceMax }), hundredths => {
        expect(toHundredths(toPoints(hundredths))).toBe(hundredths)
      }),
    )
  })

  it.each([0.001, 1.005, 1e-7, Number.NaN, Number.POSITIVE_INFINITY, 1e17])('do not accept %s as an amount', value => {
    expect(() => toHundredths(value)).toThrow(RangeError)
  })

  it.each(['1', '1e3', '١٢', ' 1', [1], null, true])('do not accept %j in JSON', value => {
    expect(Points.safeParse(value).success).toBe(false)
  })

  it('are formatted with two decimals and a minus sign', () => {
    expect(formatPoints(-1234.5)).toBe('-1,234.50')
  })
})
