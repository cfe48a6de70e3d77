import type { Game } from '@cascade/contracts/games'

/** A game of the master data; Fun Target by default. */
export function makeGame(overrides: Partial<Game> = {}): Game {
  return {
    _id: 'game-1',
    gameId: 'MNOQqWWi',
    gameName: 'Fun Target',
    description: 'One digit from 0 to 9',
    nodigit: 10,
    timeId: [{ _id: 'time-60', timecount: 60 }],
    status: 'active',
    publisher: 'Cascade',
    releaseDate: '2025-01-01',
    label: 'no',
    images: [],
    by: null,
    ...overrides,
  }
}
