import { describe, expect, it } from 'vitest'
import { playsGame } from './games'

const game = { _id: 'g1' }

describe('playsGame', () => {
  it.each([
    ['has no choice of games', { games: [] }, true],
    ['lost the last chosen game', { games: [], gamesChosen: true }, false],
    ['chose the game', { games: ['g1'], gamesChosen: true }, true],
    ['chose other games', { games: ['g2'], gamesChosen: true }, false],
    ['chose other games before the flag existed', { games: ['g2'] }, false],
  ])('is right for an admin that %s', (_, admin, plays) => {
    expect(playsGame(admin, game)).toBe(plays)
  })
})
