import { gameCodes } from '@cascade/contracts/games'
import { expect, test } from 'vitest'
import { makeOptions } from '../../../testing/make-live-game'
import { groupsOf } from './groups'

const nothingElse = { dataColors: [], dataCardTypes: [] }
const numbers = (count: number) => makeOptions(Array.from({ length: count }, (_, index) => String(index)))
const labelsOf = (gameId: string, options: Parameters<typeof groupsOf>[1]) =>
  groupsOf(gameId, options).map(group => [group.key, group.options.map(option => option.label).join(' ')])

test('Andhar Bahar stands in cards 0-5, 6, 7-12, then colours and types', () => {
  const data = makeOptions(['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'])
  const dataColors = makeOptions(['Spade', 'Diamond', 'Club', 'Heart'])
  const dataCardTypes = makeOptions(['Under', 'Bahar'])
  expect(labelsOf(gameCodes.andharBahar, { data, dataColors, dataCardTypes })).toEqual([
    ['low', 'A 2 3 4 5 6'],
    ['middle', '7'],
    ['high', '8 9 10 J Q K'],
    ['colours', 'Spade Diamond Club Heart'],
    ['types', 'Under Bahar'],
  ])
})

test('what comes after the thirteenth card of Andhar Bahar stands by itself', () => {
  const groups = labelsOf(gameCodes.andharBahar, { data: numbers(15), ...nothingElse })
  expect(groups.at(-1)).toEqual(['rest', '13 14'])
})

test('Titli Sorrat has two rows of six', () => {
  const groups = groupsOf(gameCodes.titliSorrat, { data: numbers(12), ...nothingElse })
  expect(groups.map(group => [group.columns, group.options.length])).toEqual([
    [6, 6],
    [6, 6],
  ])
})

test('Bingo shows the first 25', () => {
  const [only, ...more] = groupsOf(gameCodes.bingo, { data: numbers(30), ...nothingElse })
  expect(only?.options.map(option => option.label)).toEqual(numbers(25).map(option => option.label))
  expect(more).toEqual([])
})

test('a thousand cells stand in ten hundreds', () => {
  const groups = groupsOf(gameCodes.tripleFun, { data: numbers(1000), ...nothingElse })
  expect(groups.map(group => group.options.length)).toEqual(Array(10).fill(100))
  expect(groups[9]?.title).toEqual({ text: 'hundred', values: { from: '900', to: '999' } })
})

test('every other game is one grid with all of its options', () => {
  for (const gameId of [gameCodes.funTarget, gameCodes.funRoullet, gameCodes.lucky12, 'AbCdEfGh']) {
    const groups = groupsOf(gameId, { data: numbers(38), ...nothingElse })
    expect(groups.map(group => group.options.length)).toEqual([38])
  }
})
