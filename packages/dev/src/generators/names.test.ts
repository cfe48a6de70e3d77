import { describe, expect, it } from 'vitest'
import { namesOf, pluralOf } from './names'

describe('namesOf', () => {
  it('spells a name as file, variable, type, collection and words', () => {
    expect(namesOf({ domain: 'games', resource: 'price-list', plural: 'price-lists' })).toMatchObject({
      Domain: 'Games',
      collection: 'price_lists',
      camel: 'priceList',
      Pascal: 'PriceList',
      camels: 'priceLists',
      Pascals: 'PriceLists',
      words: 'price list',
      Words: 'Price list',
      ManyWords: 'Price lists',
    })
  })
})

describe('pluralOf', () => {
  it.each([
    ['time', 'times'],
    ['box', 'boxes'],
    ['match', 'matches'],
    ['currency', 'currencies'],
    ['holiday', 'holidays'],
  ])('guesses the plural of %s as %s', (one, many) => {
    expect(pluralOf(one)).toBe(many)
  })
})
