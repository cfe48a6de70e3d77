import { type BoardGame, boardExample } from '@cascade/contracts/live'
import { describe, expect, it } from 'vitest'
import { countMoved, keepOrder, sortByExposure } from './order'

const game = (gameId: string, worstBoosted: number) =>
  ({ ...boardExample.games[0], adminId: 'a', gameId, gameName: gameId, worstBoosted }) as BoardGame

describe('the order of the board', () => {
  it('is by worst-case payout, and by name if that is equal', () => {
    expect(sortByExposure([game('b', 0), game('c', 20), game('a', 0)])).toEqual(['a c', 'a a', 'a b'])
  })

  it('keeps pinned games, drops removed ones and appends new ones', () => {
    const sorted = sortByExposure([game('new', 90), game('c', 20), game('a', 0)])
    const order = keepOrder(['a a', 'a gone', 'a c'], sorted)
    expect(order).toEqual(['a a', 'a c', 'a new'])
    expect(countMoved(order, sorted)).toBe(2)
    expect(countMoved(sorted, sorted)).toBe(0)
  })
})
