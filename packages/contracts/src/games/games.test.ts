import { expect, it } from 'vitest'
import { playsGame } from './games'

const game = { _id: 'g1' }

it.each([
  ['nobody has chosen games', { games: [] }, true],
  ['the last game was taken away', { games: [], gamesChosen: true }, false],
  ['it was chosen', { games: ['g1'], gamesChosen: true }, true],
  ['others were chosen', { games: ['g2'], gamesChosen: true }, false],
  ['others were chosen before that was noted', { games: ['g2'] }, false],
])('an admin of whom %s', (_, admin, plays) => {
  expect(playsGame(admin, game)).toBe(plays)
})
