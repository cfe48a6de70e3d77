import { describe, expect, it } from 'vitest'
import { readLanguages } from './languages'

describe('the list of languages', () => {
  it.each([
    [{ language: 'c' }, []],
    [{ language: 'en-US@posix', languages: ['en-US@posix'] }, ['en-US', 'en-US']],
    [{ language: 'en_US.UTF-8' }, ['en-US']],
    [{ language: '', languages: ['', 'de'] }, ['de']],
    [{}, []],
    [{ language: null, languages: null }, []],
  ])('is parsed from a browser that reports %o', (browser, languages) => {
    expect(readLanguages(browser).map(String)).toEqual(languages)
  })
})
