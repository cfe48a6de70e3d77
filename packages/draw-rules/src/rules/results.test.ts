import { describe, expect, it } from 'vitest'
import { gameNames, masterGame } from '../testing/arbitrary'
import { winningLegs, winnings } from './bets'
import { parseResult, picksOf, resultFromPicks } from './results'

const cards = masterGame('andharBahar')

describe('the text of a result', () => {
  it.each(gameNames)('parses to the same result: %s', name => {
    const game = masterGame(name)
    for (const outcome of game.outcomes) expect(parseResult(game, outcome.text)).toEqual(outcome)
  })

  it.each([
    ['funTarget', ['', '10', ' 1', '1 ', '01', '-1', '1-2', 'toString', '१']],
    ['funRoullet', ['37', '000', '0-00', 'red']],
    ['tripleFun', ['007', '0-0', '0-0-7-', '10-0-7', '0-0-a']],
    ['tripleChance', ['0-0-7', '7', '1000']],
    [
      'andharBahar',
      ['1', '1-k', '7-under', 'k-1-under', '1-k-under-', '14-k-bahar', '1-x-under', '1-k-middle', '7-k-'],
    ],
  ] as const)('of %s is not any of %j', (name, texts) => {
    for (const text of texts) expect([text, parseResult(masterGame(name), text)]).toEqual([text, undefined])
  })

  it('is parsed for a card and a side that do not match, as an operator may choose them', () => {
    expect(parseResult(cards, '1-k-bahar')).toEqual(resultFromPicks(cards, { result: '1', color: 'k', type: 'bahar' }))
  })
})

describe('a manual choice', () => {
  it('requires each part of the result and no other', () => {
    expect(resultFromPicks(cards, { result: '1', color: 'k' })).toBeUndefined()
    expect(resultFromPicks(cards, { result: '1', type: 'under' })).toBeUndefined()
    expect(resultFromPicks(cards, { result: '1', color: 'k', type: 'left' })).toBeUndefined()
    expect(resultFromPicks(masterGame('bingo'), {})).toBeUndefined()
    expect(resultFromPicks(masterGame('bingo'), { result: '26' })).toBeUndefined()
    expect(resultFromPicks(masterGame('bingo'), { result: '1', color: 'k' })).toBeUndefined()
    expect(resultFromPicks(masterGame('bingo'), { result: '1' })?.text).toBe('1')
  })

  it('pays the bets on a side when the 7 is chosen with it', () => {
    const lines = [
      { leg: 'card:7', quantity: 1 },
      { leg: 'color:k', quantity: 1 },
      { leg: 'type:under', quantity: 1 },
      { leg: 'type:bahar', quantity: 1 },
    ]
    const chosen = parseResult(cards, '7-k-under')
    const drawn = parseResult(cards, '7-k')
    if (!chosen || !drawn) throw new Error('results')
    expect(winnings(lines, winningLegs(cards, chosen), 1)).toBe(1200n + 375n + 195n)
    expect(winnings(lines, winningLegs(cards, drawn), 1)).toBe(1200n + 375n)
  })

  it('converts back to the chosen parts', () => {
    const chosen = parseResult(cards, '13-l-under')
    const drawn = parseResult(cards, '7-l')
    if (!chosen || !drawn) throw new Error('results')
    expect(picksOf(cards, chosen)).toEqual({ result: '13', color: 'l', type: 'under' })
    expect(picksOf(cards, drawn)).toEqual({ result: '7', color: 'l' })
  })
})
