import type { GameDescription } from '@cascade/contracts/games'
import { compileGame } from '@cascade/draw-rules'
import { masterGames, plainGame } from '@cascade/draw-rules/master'
import { describe, expect, it } from 'vitest'
import { assertHouseEdge, countDigits, initialDescription, withDigits } from './description-rules'

const labelsOf = (description: Parameters<typeof compileGame>[0]) =>
  compileGame(description).dimensions[0]?.options.map(option => option.label)

describe('the initial description', () => {
  it('is the master description for a game of the master data', () => {
    const [game] = masterGames
    expect(initialDescription({ gameId: game?.gameId ?? '', nodigit: 3, images: [] }, 90)).toBe(game?.description)
  })

  it('is a grid of digits at the interval of a game outside the master data', () => {
    const description = initialDescription({ gameId: 'Unknownn', nodigit: 4, images: [] }, 90)
    expect(labelsOf(description)).toEqual(['1', '2', '3', '4'])
    expect(description.draw.intervalSeconds).toBe(90)
    expect(description.bets[0]?.multiplier).toBe(300)
  })

  it('shows the uploaded pictures of a game', () => {
    const images = ['a'.repeat(64), 'b'.repeat(64)]
    const description = initialDescription({ gameId: 'Unknownn', nodigit: 2, images }, 60)
    expect(compileGame(description).dimensions[0]?.options).toEqual([
      { drawno: '1', label: '1', image: images[0] },
      { drawno: '2', label: '2', image: images[1] },
    ])
  })
})

describe('the house edge check', () => {
  const random = (change: Partial<GameDescription> = {}) =>
    ({ ...masterGames[0]?.description, policy: 'random', ...change }) as GameDescription
  const wheel = (booster: GameDescription['booster'], policy: GameDescription['policy'] = 'random') => {
    const roulette = masterGames.find(({ gameName }) => gameName === 'Roulette')?.description
    return { ...roulette, policy, booster } as GameDescription
  }

  it('allows a return of at most 100 % under the policy random, including the booster', () => {
    expect(() => assertHouseEdge(random())).not.toThrow()
    expect(() => assertHouseEdge(wheel({ chance: 36 }))).not.toThrow()
    expect(() => assertHouseEdge(wheel({ chance: 35 }))).toThrow('100.08 % of what they stake')
    expect(() =>
      assertHouseEdge(random({ bets: plainGame(10, 60).bets.map(bet => ({ ...bet, multiplier: 1000 })) })),
    ).toThrow('straight')
  })

  it('accepts any return under the policy budgeted, and every master game', () => {
    for (const { description } of masterGames) expect(() => assertHouseEdge(description)).not.toThrow()
    expect(() => assertHouseEdge(wheel({ chance: 2 }, 'budgeted'))).not.toThrow()
  })
})

describe('changing the number of digits', () => {
  it('extends a plain grid and its default multiplier', () => {
    const description = withDigits(plainGame(10), 12)
    expect(countDigits(description)).toBe(12)
    expect(description.bets[0]?.multiplier).toBe(1100)
  })

  it('keeps a multiplier and limits that were set by hand', () => {
    const plain = plainGame(10)
    const own = { ...plain, bets: [{ ...plain.bets[0]!, multiplier: 850 }], limits: { ...plain.limits, betMax: 50 } }
    const description = withDigits(own, 20)
    expect(description.bets[0]?.multiplier).toBe(850)
    expect(description.limits.betMax).toBe(50)
  })

  it('is rejected for options that are written one by one or named otherwise', () => {
    for (const { gameName, description } of masterGames.slice(0, 5)) {
      expect(() => withDigits(description, 7), gameName).toThrow(/written one by one/)
    }
  })
})
