import { describe, expect, it } from 'vitest'
import { insertInto } from './insert-into'

const list = /const list = (?=\[)/

describe('insertInto', () => {
  it('adds an entry at the end, with a comma after the one before', () => {
    expect(insertInto('const list = [1, 2]', list, '3,')).toBe('const list = [1, 2,\n3,\n]')
    expect(insertInto('const list = [\n  1,\n]', list, '2,')).toBe('const list = [\n  1,\n2,\n]')
    expect(insertInto('const list = []', list, '1,')).toBe('const list = [\n1,\n]')
  })

  it('ignores brackets that are nested, quoted or in comments', () => {
    const text = 'const list = [f([1]), \']\', "]", `]`, /* ] */ 1, // ]\n]; const other = []'
    const added = insertInto(text, list, '2,')
    expect(added).toContain('2,\n]; const other = []')
  })

  it('throws if the anchor is missing', () => {
    expect(() => insertInto('const a = []', list, '1,')).toThrow('Nothing matches')
  })
})
