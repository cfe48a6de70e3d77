import { gameCodes } from '@cascade/contracts/games'
import { describe, expect, it } from 'vitest'
import { makeGameState } from '../testing/make-game-state'
import { type Choice, dimensionsOf } from './control/choice'
import { canStart, findOption } from './typed-choice'

const found = (gameId: string, typed: string, choice: Choice = {}) => {
  const { dimension, option } = findOption(dimensionsOf(makeGameState(gameId)), choice, typed) ?? {}
  return option && [dimension, option.drawno]
}

describe('findOption', () => {
  it('takes a number, with leading zeros optional for three-digit options', () => {
    expect(found(gameCodes.funTarget, '7')).toEqual(['result', '7'])
    expect(found(gameCodes.tripleFun, '7')).toEqual(['result', '0-0-7'])
    expect(found(gameCodes.tripleFun, '0-7-0')).toEqual(['result', '0-7-0'])
    expect(found(gameCodes.tripleChance, '42')).toEqual(['result', '042'])
    expect(found(gameCodes.funRoullet, '00')).toEqual(['result', '00'])
    expect(found(gameCodes.funRoullet, '0')).toEqual(['result', '0'])
    expect(found(gameCodes.funTarget, '77')).toBeUndefined()
  })

  it('takes the beginning of a name while it is unique', () => {
    expect(found(gameCodes.titliSorrat, 'ki')).toEqual(['result', '7'])
    expect(found(gameCodes.titliSorrat, 'r')).toBeUndefined()
  })

  it('takes card, colour and type of Andhar Bahar in that order', () => {
    expect(found(gameCodes.andharBahar, 'k')).toEqual(['result', '13'])
    expect(found(gameCodes.andharBahar, 'k', { result: '13' })).toEqual(['color', 'k'])
    expect(found(gameCodes.andharBahar, 'spade', { result: '13' })).toEqual(['color', 'k'])
    expect(found(gameCodes.andharBahar, 'u', { result: '13', color: 'k' })).toEqual(['type', 'under'])
  })

  it('accepts a first letter only if an option begins with it', () => {
    const dimensions = dimensionsOf(makeGameState(gameCodes.funTarget))
    expect(['7', 'g'].map(letter => canStart(dimensions, letter))).toEqual([true, false])
  })
})
