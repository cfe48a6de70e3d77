import { describe, expect, it } from 'vitest'
import { insertInto } from './insert-into'

const list = [/const list = (?=\[)/]

describe('insertInto', () => {
  it('adds an entry at the end, with the comma that the one before lacks', () => {
    expect(insertInto('const list = [1, 2]', list, '3,')).toBe('const list = [1, 2,\n3,\n]')
    expect(insertInto('const list = [\n  1,\n]', list, '2,')).toBe('const list = [\n  1,\n2,\n]')
    expect(insertInto('const list = []', list, '1,')).toBe('const list = [\n1,\n]')
  })

  it('finds the end past brackets that are nested, quoted or commented on', () => {
    const text = 'const list = [f([1]), \']\', "]", `]`, /* ] */ 1, // ]\n]; const other = []'
    const added = insertInto(text, list, '2,')
    expect(added).toContain('2,\n]; const other = []')
  })

  it('takes the first anchor that is there, and throws without one', () => {
    const text = 'const a = [] ; const b = []'
    expect(insertInto(text, [/const c = (?=\[)/, /const b = (?=\[)/], '1,')).toBe('const a = [] ; const b = [\n1,\n]')
    expect(() => insertInto(text, list, '1,')).toThrow('Nothing matches')
  })
})
