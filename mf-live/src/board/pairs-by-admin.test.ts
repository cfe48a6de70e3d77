import { expect, test } from 'vitest'
import { pairsByAdmin } from './game-list-page'

const pair = (username: string, gameName: string) => ({
  adminId: `${username}-id`,
  username,
  gameId: gameName,
  gameName,
})
const pairs = [pair('admin1', 'Bingo'), pair('admin1', 'Fun Target'), pair('admin2', 'Bingo')]
const shown = (typed?: string) =>
  pairsByAdmin(pairs, typed).map(({ username, games }) => [username, ...games.map(game => game.gameName)])

test('gathers the games of each admin', () => {
  expect(shown()).toEqual([
    ['admin1', 'Bingo', 'Fun Target'],
    ['admin2', 'Bingo'],
  ])
})

test('finds games and admins by a part of the name, and leaves out who has none left', () => {
  expect(shown('TARGET')).toEqual([['admin1', 'Fun Target']])
  expect(shown('admin2')).toEqual([['admin2', 'Bingo']])
  expect(shown('nobody')).toEqual([])
})
