import { afterAll, describe, expect, it } from 'vitest'
import { addTranslation, chooseLanguage, defineTexts } from './texts'

afterAll(() => chooseLanguage('en'))

describe('a text', () => {
  it('is translated, even if it was used before its translation was added', () => {
    const { text } = defineTexts('texts-test', { hello: 'Hello', left: '{count} left' })
    expect([text('hello'), text('left', { count: 2 }), text('left', { count: 3 })]).toEqual([
      'Hello',
      '2 left',
      '3 left',
    ])
    chooseLanguage('de')
    expect(text('hello')).toBe('Hello')
    addTranslation('de', 'texts-test', { hello: 'Hallo' })
    expect([text('hello'), text('left', { count: 2 })]).toEqual(['Hallo', '2 left'])
    chooseLanguage('en')
    expect(text('hello')).toBe('Hello')
  })
})
