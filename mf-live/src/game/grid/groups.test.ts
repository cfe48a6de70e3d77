import { gameCodes } from '@cascade/contracts/games'
import { describe, expect, it } from 'vitest'
import { makeGameState } from '../../testing/make-game-state'
import { makeOptions } from '../../testing/make-live-game'
import { buildGroups } from './groups'

const groupsOfGame = (gameId: string) => buildGroups(makeGameState(gameId))
const labelsOf = (gameId: string) =>
  groupsOfGame(gameId).map(group => [group.key, group.dimension, group.options.map(option => option.label).join(' ')])

describe('buildGroups', () => {
  it('groups Andhar Bahar by low cards, middle card, high cards, colours and types', () => {
    expect(labelsOf(gameCodes.andharBahar)).toEqual([
      ['low', 'result', 'A 2 3 4 5 6'],
      ['middle', 'result', '7'],
      ['high', 'result', '8 9 10 J Q K'],
      ['colours', 'color', 'Spade Diamond Club Heart'],
      ['types', 'type', 'Under Bahar'],
    ])
  })

  it('puts cards of Andhar Bahar after the thirteenth into their own group', () => {
    const state = makeGameState(gameCodes.andharBahar)
    const groups = buildGroups({ ...state, data: [...state.data, ...makeOptions(['Joker'])], dataColors: [] })
    expect(groups.find(({ key }) => key === 'rest')?.options.map(({ label }) => label)).toEqual(['Joker'])
  })

  it('shows Titli Sorrat in two rows of six', () => {
    expect(groupsOfGame(gameCodes.titliSorrat).map(group => [group.columns, group.options.length])).toEqual([
      [6, 6],
      [6, 6],
    ])
  })

  it('shows the first 25 of Bingo', () => {
    const state = makeGameState(gameCodes.bingo)
    const [only, ...more] = buildGroups({ ...state, data: [...state.data, ...makeOptions(['26'])] })
    expect(only?.options.map(option => option.label)).toEqual(state.data.map(option => option.label))
    expect(more).toEqual([])
  })

  it('splits a thousand cells into ten groups of a hundred', () => {
    const groups = groupsOfGame(gameCodes.tripleFun)
    expect(groups.map(group => group.options.length)).toEqual(Array(10).fill(100))
    expect(groups[9]?.title).toEqual({ text: 'hundred', values: { from: '9-0-0', to: '9-9-9' } })
  })

  it('shows every other game as one grid of all its options', () => {
    const counts = [
      gameCodes.funTarget,
      gameCodes.funRoullet,
      gameCodes.roulette,
      gameCodes.lucky12,
      gameCodes.dusKaDum,
    ]
    expect(counts.map(code => groupsOfGame(code).map(group => group.options.length))).toEqual([
      ...[[10], [38], [37], [12], [10]],
    ])
  })
})
