import { describe, expect, it } from 'vitest'
import { matchLabel } from './match'

const marked = (label: string, typed: string) =>
  matchLabel(label, typed)?.spans.map(([from, to]) => label.slice(from, to))
const score = (label: string, typed: string) => matchLabel(label, typed)?.score

describe('a match', () => {
  it('ranks prefixes over words, initials and substrings', () => {
    expect(score('Transaction Report', 'trans')).toBe(0)
    expect(score('Transaction Report', 'rep')).toBe(1)
    expect(score('Super Area Manager', 'sam')).toBe(2)
    expect(score('Transaction Report', 'action')).toBe(3)
    expect(matchLabel('Transaction Report', 'ac')).toBeUndefined()
  })
  it('requires every word in any order and marks each once', () => {
    expect(marked('Transaction Report', 'rep tr')).toEqual(['Tr', 'Rep'])
    expect(marked('Super Area Manager', 'SAM')).toEqual(['S', 'A', 'M'])
    expect(marked('Master', 'mas master')).toEqual(['Mas', 'ter'])
    expect(matchLabel('Transaction Report', 'rep live')).toBeUndefined()
  })
  it('treats regular expression characters literally', () => {
    expect(matchLabel('Player', '.*')).toBeUndefined()
    expect(marked('Lucky (10)', '(10')).toEqual(['(10'])
  })
  it('ignores accents and marks the match in the original label', () => {
    expect(marked('Çeşme Straße', 'strasse ces')).toEqual(['Çeş', 'Straße'])
    expect(marked('Zoe\u0308 \u00c6gir', 'zoë æ')).toEqual(['Zoe\u0308', 'Æ'])
    expect(marked('राम सिंह', 'सिं')).toEqual(['सिं'])
  })
  it('includes everything when nothing is typed', () => {
    expect(matchLabel('Player', '  ')).toEqual({ score: 0, spans: [] })
  })
})
