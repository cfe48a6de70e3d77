import { describe, expect, it } from 'vitest'
import { parseStaleVersion } from './etag'

describe('the version in If-Match', () => {
  it.each([
    ['"7"', undefined],
    ['*', undefined],
    [undefined, undefined],
    ['W/"7"', undefined],
    ['"7-gzip"', undefined],
    ['"7--gzip"', undefined],
    ['W/"7-br"', undefined],
    ['"7;gzip"', undefined],
    ['"7:zstd"', undefined],
    ['"7/gzip"', undefined],
    ['"7-gzip-br"', undefined],
    ['"7_deflate;q=1"', undefined],
    ['"7"-gzip', undefined],
    ['"6", "7"', undefined],
    ['W/"7-gzip" ,"9"', undefined],
    ['"6"', 6],
    ['W/"6-gzip"', 6],
    ['"5", "6-gzip"', 6],
    ['"77"', 77],
  ])('is parsed from %s, also as rewritten by proxies', (ifMatch, stale) => {
    expect(parseStaleVersion(ifMatch, { version: 7 })).toBe(stale)
  })

  it.each(['', ',', '7', '"x"', '"7', '"7.5"', '"-7"', '"7gzip"', '"7", 7', '"7" "8"', '*, "7"', '"1e1"'])(
    'is rejected if it is malformed: %s',
    ifMatch => {
      const malformed = { code: 'VALIDATION', message: expect.stringContaining('If-Match') as string }
      expect(() => parseStaleVersion(ifMatch, { version: 7 })).toThrow(expect.objectContaining(malformed) as Error)
    },
  )
})
