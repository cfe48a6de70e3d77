import type { GameDescription } from '@cascade/contracts/games'
import { describe, expect, it } from 'vitest'
import { descriptionOf, masterGame } from '../testing/arbitrary'
import { compileGame } from './compile-game'
import { DescriptionError } from './game'

const faultOf = (description: GameDescription) => {
  try {
    compileGame(description)
  } catch (error) {
    return error instanceof DescriptionError ? error.message : error
  }
}
const target = descriptionOf('funTarget')
const [straight] = target.bets
const withCover = (cover: GameDescription['bets'][number]['cover'], base = target): GameDescription => ({
  ...base,
  bets: straight ? [{ ...straight, cover }] : [],
})
const withOptions = (options: GameDescription['dimensions'][number]['options']): GameDescription => ({
  ...target,
  dimensions: [{ key: 'result', label: 'Result', options }],
})

describe('an inconsistent description', () => {
  it.each([
    [withCover('split'), 'straight: split needs the pockets of a roulette'],
    [withCover('last-two-digits'), 'straight: last-two-digits needs numbers of at least 2 digits'],
    [withCover('last-digit', descriptionOf('bingo')), 'straight: last-digit needs numbers of as many digits each'],
    [withCover('red-black'), 'straight: red-black needs options that are red'],
    [
      withCover('card-row', { ...target, layout: { ...target.layout, columns: 4 } }),
      'straight: card-row needs full rows',
    ],
    [withOptions({ first: 0, last: 1000, width: 1, separator: '' }), 'result: 1 to 1000 options, not 1001'],
    [withOptions({ first: 5, last: 4, width: 1, separator: '' }), 'result: 1 to 1000 options, not 0'],
    [
      withOptions([
        { drawno: '1', label: 'One' },
        { drawno: '1', label: 'Two' },
      ]),
      'result: two options have one number or one name',
    ],
  ])('is rejected, %#', (description, message) => {
    expect(faultOf(description)).toBe(message)
  })

  it('is rejected if a colour or side is ambiguous or refers to an unknown option', () => {
    const { dimensions, ...rest } = descriptionOf('andharBahar')
    const [card, color, type] = dimensions
    if (!card || !color || !type) throw new Error('three dimensions')
    const faultWith = (changed: GameDescription['dimensions']) => faultOf({ ...rest, dimensions: changed })
    expect(faultWith([{ ...card, options: [{ drawno: '1-2', label: 'A' }] }, color, type])).toMatch(/without a dash/)
    expect(faultWith([card, color, { ...type, follows: { under: ['14'] } }])).toBe('type: no option 14 → under')
    expect(faultWith([card, color, { ...type, follows: { middle: ['7'] } }])).toBe('type: no option 7 → middle')
    expect(faultWith([card, color, { ...type, follows: { under: ['1'], bahar: ['1'] } }])).toBe(
      'type: 1 brings two options',
    )
    expect(faultWith([{ ...card, options: { first: 1, last: 500, width: 1, separator: '' } }, color, type])).toBe(
      'at most 1000 results, not 2000',
    )
  })
})

describe('the results of a game', () => {
  it('are the options in order if there is one dimension', () => {
    const { outcomes, dimensions } = masterGame('tripleFun')
    expect(outcomes.map(({ text }) => text)).toEqual(dimensions[0]?.options.map(({ drawno }) => drawno))
  })

  it('are each card in each suit, with the side of the card, for Andhar Bahar', () => {
    const texts = masterGame('andharBahar').outcomes.map(outcome => outcome.text)
    expect(texts).toHaveLength(52)
    expect(texts.filter(text => text.endsWith('-under'))).toHaveLength(24)
    expect(texts.filter(text => text.endsWith('-bahar'))).toHaveLength(24)
    expect(texts.slice(20, 30)).toEqual([
      '6-k-under',
      '6-d-under',
      '6-f-under',
      '6-l-under',
      '7-k',
      '7-d',
      '7-f',
      '7-l',
      '8-k-bahar',
      '8-d-bahar',
    ])
  })
})
