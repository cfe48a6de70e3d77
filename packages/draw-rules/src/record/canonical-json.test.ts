import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json'

describe('canonical JSON', () => {
  it('has sorted keys, no whitespace and bigints as strings', () => {
    expect(
      canonicalJson({ b: 1, a: [true, null, 'é"\n'], A: { z: -5, y: 12_345_678_901_234_567_890n }, c: undefined }),
    ).toBe('{"A":{"y":"12345678901234567890","z":-5},"a":[true,null,"é\\"\\n"],"b":1}')
  })

  it('sorts by UTF-16 code units, as RFC 8785 does', () => {
    expect(canonicalJson({ '\u{1F600}': 1, '\uFB33': 2, '\u20AC': 3, '1': 4, '\r': 5 })).toBe(
      '{"\\r":5,"1":4,"€":3,"\u{1F600}":1,"\uFB33":2}',
    )
  })

  it('is the same text for equal values, regardless of member order', () => {
    const value = fc
      .jsonValue({ noUnicodeString: false, maxDepth: 3 })
      .filter(json => !/\d\.\d|e-|[\uD800-\uDFFF]/.test(JSON.stringify(json)))
    fc.assert(
      fc.property(value, json => {
        const parsed: unknown = JSON.parse(canonicalJson(json))
        expect(canonicalJson(parsed)).toBe(canonicalJson(json))
        expect(JSON.stringify(sorted(parsed))).toBe(canonicalJson(json))
      }),
      { seed: 5, numRuns: 30 },
    )
  })

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '\uD800', new Date(0), () => 1, Symbol('a'), new Map()])(
    'rejects %s',
    value => {
      expect(() => canonicalJson({ value })).toThrow(TypeError)
    },
  )
})

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]))
}
