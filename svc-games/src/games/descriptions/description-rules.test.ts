import type { GameDescription } from '@cascade/contracts/games'
import { compileGame } from '@cascade/draw-rules'
import { masterGames, plainGame } from '@cascade/draw-rules/master'
import { describe, expect, it } from 'vitest'
import { assertHouseEdge, countDigits, initialDescription, withDigits } from './description-rules'

const labelsOf = (description: Parameters<typeof compileGame>[0]) =>
  compileGame(description).dimensions[0]?.options.map(option => option.label)

describe('the first description', () => {
  it('of a game of the master data is the one written for it', () => {
    const [game] = masterGames
    expect(initialDescription({ gameId: game?.gameId ?? '', nodigit: 3, images: [] }, 90)).toBe(game?.description)
  })

  it('of another game is a grid of its digits at its own time', () => {
    const description = initialDescription({ gameId: 'Unknownn', nodigit: 4, images: [] }, 90)
    expect(labelsOf(description)).toEqual(['1', '2', '3', '4'])
    expect(description.draw.intervalSeconds).toBe(90)
    expect(description.bets[0]?.multiplier).toBe(300)
  })

  it('of a game with pictures shows them', () => {
    const images = ['a'.repeat(64), 'b'.repeat(64)]
    const description = initialDescription({ gameId: 'Unknownn', nodigit: 2, images }, 60)
    expect(compileGame(description).dimensions[0]?.options).toEqual([
      { drawno: '1', label: '1', image: images[0] },
      { drawno: '2', label: '2', image: images[1] },
    ])
  })
})

describe('what a game returns', () => {
  const random = (change: Partial<GameDescription> = {}) =>
    ({ ...masterGames[0]?.description, policy: 'random', ...change }) as GameDescription
  const wheel = (booster: GameDescription['booster'], policy: GameDescription['policy'] = 'random') => {
    const roulette = masterGames.find(({ gameName }) => gameName === 'Roulette')?.description
    return { ...roulette, policy, booster } as GameDescription
  }

  it('may be 100 % and no more under the policy random, its booster included', () => {
    expect(() => assertHouseEdge(random())).not.toThrow()
    expect(() => assertHouseEdge(wheel({ chance: 36 }))).not.toThrow()
    expect(() => assertHouseEdge(wheel({ chance: 35 }))).toThrow('100.08 % of what they stake')
    expect(() =>
      assertHouseEdge(random({ bets: plainGame(10, 60).bets.map(bet => ({ ...bet, multiplier: 1000 })) })),
    ).toThrow('straight')
  })

  it('is bounded by the balance of the game under the policy budgeted: every game of the master data passes', () => {
    for (const { description } of masterGames) expect(() => assertHouseEdge(description)).not.toThrow()
    expect(() => assertHouseEdge(wheel({ chance: 2 }, 'budgeted'))).not.toThrow()
  })
})

describe('another number of digits', () => {
  it('goes into a plain grid, with what it pays', () => {
    const description = withDigits(plainGame(10), 12)
    expect(countDigits(description)).toBe(12)
    expect(description.bets[0]?.multiplier).toBe(1100)
  })

  it('leaves a multiplier and limits that somebody has set', () => {
    const plain = plainGame(10)
    const own = { ...plain, bets: [{ ...plain.bets[0]!, multiplier: 850 }], limits: { ...plain.limits, betMax: 50 } }
    const description = withDigits(own, 20)
    expect(description.bets[0]?.multiplier).toBe(850)
    expect(description.limits.betMax).toBe(50)
  })

  it('is refused where options are written one by one or named otherwise', () => {
    for (const { gameName, description } of masterGames.slice(0, 5)) {
      expect(() => withDigits(description, 7), gameName).toThrow(/written one by one/)
    }
  })
})
