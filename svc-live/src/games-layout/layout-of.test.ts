import { gameCodes } from '@cascade/contracts/games'
import { describe, expect, it } from 'vitest'
import { layoutOf } from './layout-of'

const drawnosOf = (code: string, nodigit = 0) => layoutOf(code, nodigit).options.map(option => option.drawno)
const labelsOf = (code: string) => layoutOf(code, 0).options.map(option => option.label)
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index))

describe('every game', () => {
  it.each([
    ['funTarget', 10],
    ['funRoullet', 38],
    ['tripleFun', 1000],
    ['andharBahar', 13],
    ['titliSorrat', 12],
    ['bingo', 25],
    ['funTimer', 10],
    ['lucky12', 12],
    ['lucky16', 16],
    ['tripleChance', 1000],
    ['roulette', 37],
    ['dusKaDum', 10],
    ['lucky10', 10],
  ] as const)('%s has %i options, each once', (name, count) => {
    const drawnos = drawnosOf(gameCodes[name])
    expect(drawnos).toHaveLength(count)
    expect(new Set(drawnos).size).toBe(count)
    expect(new Set(labelsOf(gameCodes[name])).size).toBe(count)
  })

  it('that is not known is a grid of its number of digits', () => {
    expect(drawnosOf('Unknownn', 4)).toEqual(['1', '2', '3', '4'])
    expect(drawnosOf('toString', 2)).toEqual(['1', '2'])
  })
})

describe('the options', () => {
  it('of Fun Target end with the 0', () => {
    expect(drawnosOf(gameCodes.funTarget)).toEqual([...range(1, 9), '0'])
  })

  it('of Fun Roullet are 0 to 36 and then 00, red, black and green', () => {
    const { options } = layoutOf(gameCodes.funRoullet, 0)
    expect(options.map(option => option.drawno)).toEqual([...range(0, 36), '00'])
    const withColor = (color: string) => options.filter(option => option.color === color).map(option => option.drawno)
    const reds = '1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36'
    expect(withColor('red')).toEqual(reds.split(' '))
    expect(withColor('green')).toEqual(['0', '00'])
    expect(withColor('black')).toHaveLength(18)
  })

  it('of Triple Fun are named a-b-c and count single, double and triple bets', () => {
    const { options } = layoutOf(gameCodes.tripleFun, 0)
    expect(options[7]).toMatchObject({ drawno: '0-0-7', legs: ['single:7', 'double:07', 'triple:007'] })
    expect(options[999]).toMatchObject({ drawno: '9-9-9', legs: ['single:9', 'double:99', 'triple:999'] })
  })

  it('of Andhar Bahar are cards, suits and sides', () => {
    const layout = layoutOf(gameCodes.andharBahar, 0)
    expect(layout.options.map(option => option.label).join(' ')).toBe('A 2 3 4 5 6 7 8 9 10 J Q K')
    expect(layout.colors.map(option => `${option.drawno} ${option.label}`)).toEqual([
      'k Spade',
      'd Diamond',
      'f Club',
      'l Heart',
    ])
    expect(layout.cardTypes.map(option => option.drawno)).toEqual(['under', 'bahar'])
  })

  it('of Titli Sorrat each have a picture', () => {
    const { options } = layoutOf(gameCodes.titliSorrat, 0)
    expect(options.map(option => option.image)).toContain('water-pot')
    expect(new Set(options.map(option => option.image)).size).toBe(12)
  })

  it('of Lucky 16 are numbered rank by rank', () => {
    expect(labelsOf(gameCodes.lucky16).slice(0, 5)).toEqual(['A♥', 'A♠', 'A♦', 'A♣', 'K♥'])
  })
})
