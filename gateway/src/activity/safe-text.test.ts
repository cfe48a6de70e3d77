import { describe, expect, it } from 'vitest'
import { oneLine, safeUrl } from './safe-text'

describe('safeUrl', () => {
  it('masks parameters that look like secrets, also with encoded names', () => {
    expect(safeUrl('/api/x?q=1&password=a&opass=b&Token=c&api%4bey=d&pin=e&spinner=f&note=password')).toBe(
      '/api/x?q=1&password=***&opass=***&Token=***&api%4bey=***&pin=***&spinner=f&note=password',
    )
    expect(safeUrl('/api/x?password=a?b=c')).toBe('/api/x?password=***')
  })

  it("drops the caller's id and role", () => {
    expect(safeUrl('/api/x?id=1&role=admin&page=2&%69d=3')).toBe('/api/x?page=2')
    expect(safeUrl('/api/x?id=1&role=admin')).toBe('/api/x')
    expect(safeUrl('/api/x?identity=1')).toBe('/api/x?identity=1')
  })

  it('returns a short text on one line', () => {
    expect(safeUrl('/a\r\nb\u2028?x=1\n2')).toBe('/a b ?x=1 2')
    expect(safeUrl(`/${'x'.repeat(900)}`)).toHaveLength(500)
    expect(oneLine('a\u0000b', 10)).toBe('a b')
    expect(oneLine('gave \u202e05\u2069 to', 20)).toBe('gave  05  to')
  })
})
