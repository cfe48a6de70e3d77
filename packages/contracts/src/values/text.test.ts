import { describe, expect, it } from 'vitest'
import { Email } from '../accounts/field-schemas'
import { SearchText } from '../define'
import { NewComplaint } from '../reports/complaints'
import { freeText, nameText, normalizeIdentifier, normalizeText, toSearchKey } from './text'

describe('normalizeText', () => {
  it.each([
    ['\ufeffAsha\u2009Rao\u200b', 'Asha Rao'],
    ['\u3000Old\u2060 Town\u202f', 'Old Town'],
    ['soft\u00adhyphen, en – dash', 'softhyphen, en – dash'],
    ['Jose\u0301', 'José'],
    ['one\u2028two', 'one\ntwo'],
    ['ad\u200dmin', 'admin'],
    ['Ρω\u200cμη', 'Ρωμη'],
    ['\u3164\u2063', ''],
  ])('normalises %j to %j', (typed, stored) => expect(normalizeText(typed)).toBe(stored))

  it.each([
    ['क्\u200dष', 'Hindi'],
    ['می\u200cخواهم', 'Persian'],
    ['👩\u200d🚀 ❤\ufe0f\u200d🔥 1\ufe0f\u20e3', 'emoji sequences'],
    ['🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}', 'the flag of a region'],
    ['葛\u{e0100}飾', 'a variant of an ideograph'],
  ])('keeps joiners and variation selectors of %j: %s', typed => expect(normalizeText(typed)).toBe(typed))
})

describe('normalizeIdentifier', () => {
  it.each([
    ['\u202a+91\u00a098765\u201143210\u202c', '+91 98765-43210'],
    ['player\u200d12\t', 'player12'],
    ['ｒａｖｉ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ravi@example.com'],
    ['a \u2003 b\u2212c\u2014d', 'a b-c-d'],
  ])('normalises %j to %j', (typed, code) => expect(normalizeIdentifier(typed)).toBe(code))
})

describe('toSearchKey', () => {
  it.each([
    ['Ağrı', 'AGRI'],
    ['Çağlayan', 'caglayan'],
    ['Mu\u0308ller-Groß', 'muller‑gross'],
    ['Ærø', 'aero'],
    ['Þórr', 'thorr'],
    ['Wrocław', 'WROCLAW'],
    ['Nguye\u0302\u0303n', 'nguyễn'],
    ['ΣΟΦΟΣ', 'σοφος'],
    ['D’Souza', "d'souza"],
    ['ﬁnal  ４', 'final 4'],
    ['क्\u200dष', 'क्ष'],
    ['ذَهَب', 'ذهب'],
  ])('maps %j and %j to the same key', (stored, typed) => expect(toSearchKey(typed)).toBe(toSearchKey(stored)))

  it('keeps vowel signs of Indic scripts', () => {
    expect(new Set(['का', 'कि', 'कु', 'क'].map(toSearchKey)).size).toBe(4)
  })
})

describe('a text field', () => {
  it.each(['x\u202enimda', 'safe\u2066name', 'half\ud83d', '\udc00', 'nul\u0000', 'D\u0092Souza', 'a\ufff9b'])(
    'rejects %j with a message',
    typed => {
      for (const schema of [freeText(), nameText('Needed')]) {
        expect(schema.safeParse(typed).error?.issues[0]?.message).toMatch(/hidden characters/)
      }
    },
  )

  it.each(['⠀', '\u0301', '—', '🎲'])('rejects %j as a name and accepts it as a note', typed => {
    expect(nameText('Needed').safeParse(typed).error?.issues[0]?.message).toMatch(/letter or digit/)
    expect(freeText().safeParse(typed).success).toBe(true)
  })

  it('keeps a name on one line with single spaces, and the lines of a note', () => {
    expect(nameText('Needed').parse('Anna\tMaria\r\n van  Dam')).toBe('Anna Maria van Dam')
    expect(freeText().parse('one\n two')).toBe('one\n two')
  })

  it('reports a name of only invisible characters as missing', () => {
    expect(nameText('Needed').safeParse('\u115f\u200b').error?.issues[0]?.message).toBe('Needed')
  })

  it('accepts emails, phones and searches pasted with formatting characters', () => {
    expect(Email.parse('\u200easha@example.com\u00a0')).toBe('asha@example.com')
    expect(NewComplaint.shape.mobile.parse('\u202d+91 98765\u201343210\u202c')).toBe('+91 98765-43210')
    expect(SearchText.parse('master\u00ad7\r\n')).toBe('master7')
  })
})
