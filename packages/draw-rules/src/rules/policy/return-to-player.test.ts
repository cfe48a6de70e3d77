import { describe, expect, it } from 'vitest'
import { descriptionOf, masterGame } from '../../testing/master'
import { compileGame } from '../game/compile-game'
import { highestReturn } from './highest-return'
import { returnToPlayer } from './return-to-player'

describe('the return to the player', () => {
  it.each([
    ['funTarget', 'straight:3', 90],
    ['tripleFun', 'single:7', 90],
    ['tripleFun', 'double:07', 90],
    ['tripleChance', 'triple:007', 90],
    ['funRoullet', 'straight:00', 94.7],
    ['funRoullet', 'street:0-00-2', 94.7],
    ['roulette', 'straight:0', 97.3],
    ['roulette', 'color:red', 97.3],
    ['andharBahar', 'card:7', 92.3],
    ['andharBahar', 'color:k', 93.75],
    ['andharBahar', 'type:bahar', 90],
    ['titliSorrat', 'straight:4', 91.7],
    ['lucky12', 'straight:12', 83.3],
    ['lucky16', 'straight:16', 87.5],
    ['bingo', 'straight:25', 88],
    ['funTimer', 'straight:0', 90],
    ['dusKaDum', 'straight:10', 90],
    ['lucky10', 'straight:1', 90],
  ] as const)('the return to the player of %s %s is %s %%', (name, key, percent) => {
    const game = masterGame(name)
    const leg = game.legs.get(key)
    const decimals = percent === 93.75 ? 2 : 1
    expect(leg && (returnToPlayer(game, leg) * 100).toFixed(decimals)).toBe(percent.toFixed(decimals))
  })
})

it('highestReturn is the return of the best bet including the booster', () => {
  expect(highestReturn(masterGame('funTarget')).share).toBeCloseTo(0.9 * (27 / 26), 10)
  expect(highestReturn(masterGame('roulette')).share).toBeCloseTo((36 / 37) * (27 / 26), 10)
  expect(highestReturn(compileGame({ ...descriptionOf('roulette'), booster: { chance: 36 } })).share).toBeCloseTo(1, 10)
})
