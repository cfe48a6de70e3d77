import { type BoardGame, boardExample } from '@cascade/contracts/live'
import { expect, test } from 'vitest'
import { byExposure, countMoved, inPlace } from './order'

const game = (gameId: string, worstBoosted: number) =>
  ({ ...boardExample.games[0], adminId: 'a', gameId, gameName: gameId, worstBoosted }) as BoardGame

test('games are sorted by worst-case payout, and equal ones by name', () => {
  expect(byExposure([game('b', 0), game('c', 20), game('a', 0)])).toEqual(['a c', 'a a', 'a b'])
})

test('a pinned order keeps its games, drops removed ones and appends new ones', () => {
  const sorted = byExposure([game('new', 90), game('c', 20), game('a', 0)])
  const shown = inPlace(['a a', 'a gone', 'a c'], sorted)
  expect(shown).toEqual(['a a', 'a c', 'a new'])
  expect(countMoved(shown, sorted)).toBe(2)
  expect(countMoved(sorted, sorted)).toBe(0)
})
