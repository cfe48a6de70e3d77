import { gameCodes } from '@cascade/contracts/games'
import { describe, expect, it } from 'vitest'
import { makeGameState } from '../../testing/make-game-state'
import { balanceAfter, choiceText, costOf, resultOf, resultParts, withPick } from './choice'

const cards = makeGameState(gameCodes.andharBahar, { 'card:1': 10, 'color:k': 20, 'type:under': 100 })
const digits = makeGameState(gameCodes.funTarget, { 'straight:7': 10 })

describe('a choice', () => {
  it('needs card, colour and type in Andhar Bahar', () => {
    const two = withPick(withPick({}, 'result', '1'), 'color', 'k')
    expect(resultOf(cards, two)).toBeUndefined()
    const all = withPick(two, 'type', 'under')
    expect(resultOf(cards, all)).toEqual({ result: '1', color: 'k', type: 'under' })
    expect(choiceText(cards, all)).toBe('A · Spade · Under')
  })

  it('sets no other field in a game with one dimension', () => {
    expect(resultOf(digits, {})).toBeUndefined()
    expect(resultOf(digits, { result: '7' })).toEqual({ result: '7' })
  })

  it('is cleared when a selected option is chosen again', () => {
    expect(withPick({ result: '7' }, 'result', '7')).toEqual({})
    expect(withPick({ result: '7' }, 'result', '8')).toEqual({ result: '8' })
  })

  it('pays the sum of its options', () => {
    const choice = { result: '1', color: 'k', type: 'under' }
    expect(costOf(cards, choice, 1)).toBe(120 + 75 + 195)
    expect(costOf(cards, choice, 2)).toBe(780)
    expect(costOf(digits, { result: '8' }, 2)).toBe(0)
  })

  it('leaves an exact balance, also below zero', () => {
    expect(balanceAfter({ percentageData: [{ gameBalance: 0.3 }] }, 0.1)).toBe(0.2)
    expect(balanceAfter({ percentageData: [{ gameBalance: 10 }] }, 90)).toBe(-80)
  })

  it('has the options of a past result', () => {
    const labels = (...of: Parameters<typeof resultParts>) => resultParts(...of).map(({ label }) => label)
    expect(labels(cards, '13-l-bahar')).toEqual(['K', 'Heart', 'Bahar'])
    expect(labels(makeGameState(gameCodes.tripleFun), '0-0-7')).toEqual(['0-0-7'])
    expect(labels(makeGameState(gameCodes.titliSorrat), '7')).toEqual(['Kite'])
  })
})
