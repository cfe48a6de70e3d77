import { gameCodes } from '@cascade/contracts/games'
import { expect, it } from 'vitest'
import { rulesOf } from './game-rules'

const drawnosOf = (gameId: string, nodigit = 0) =>
  rulesOf(gameId, nodigit).dimensions[0]?.options.map(option => option.drawno)

it('a game of the master data has its own options, whatever its number of digits says', () => {
  expect(drawnosOf(gameCodes.funTarget, 3)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'])
})

it('a game that is not known is a grid of its number of digits', () => {
  expect(drawnosOf('Unknownn', 4)).toEqual(['1', '2', '3', '4'])
  expect(drawnosOf('toString', 2)).toEqual(['1', '2'])
  expect(drawnosOf('Unknownn', 5)).toHaveLength(5)
})
