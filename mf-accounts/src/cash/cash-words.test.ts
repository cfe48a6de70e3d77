import { describe, expect, it } from 'vitest'
import { describeBalance } from './cash-words'

const pair = { parent: { _id: 'm', username: 'master1' }, child: { _id: 'p', username: 'player1' } }

describe('a balance', () => {
  it.each([
    [1250, 'm', 'player1 owes you 1,250.00'],
    [1250, 'p', 'You owe master1 1,250.00'],
    [1250, 'a', 'player1 owes master1 1,250.00'],
    [-0.5, 'm', 'You owe player1 0.50'],
    [-0.5, 'p', 'master1 owes you 0.50'],
    [-0.5, undefined, 'master1 owes player1 0.50'],
    [0, 'm', 'You and player1 owe each other nothing'],
    [0, 'p', 'You and master1 owe each other nothing'],
    [0, 'a', 'master1 and player1 owe each other nothing'],
  ])('of %s reads for %s: %s', (balance, viewerId, words) => {
    expect(describeBalance({ ...pair, balance }, viewerId)).toBe(words)
  })
})
