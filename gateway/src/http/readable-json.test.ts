import { describe, expect, it } from 'vitest'
import { toReadableJson } from './readable-json'

describe('toReadableJson', () => {
  it('writes what fits in one line, breaks what does not, and loses nothing', () => {
    const long = { name: 'x'.repeat(150), list: [{ a: 1 }, { b: 'y'.repeat(60) }], none: undefined, empty: {} }
    const text = toReadableJson(long)
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(long)))
    expect(text.split('\n')).toEqual([
      '{',
      ` "name": "${'x'.repeat(150)}",`,
      ` "list": [{"a":1},{"b":"${'y'.repeat(60)}"}],`,
      ' "empty": {}',
      '}',
    ])
  })
})
