import { masterGames } from '@cascade/draw-rules/master'
import { describe, expect, it } from 'vitest'
import { longRunReturns, parseDescription, toFormValues, validateDescription } from './description-values'
import { diffDescriptions } from './review'

const byName = (name: string) => {
  const found = masterGames.find(game => game.gameName === name)
  if (!found) throw new Error(`no ${name}`)
  return found.description
}

describe('the form of a description', () => {
  it.each(masterGames.map(game => [game.gameName, game.description] as const))(
    'of %s round-trips it',
    (_name, description) => {
      expect(parseDescription(description, toFormValues(description))).toEqual(description)
      expect(diffDescriptions(description, parseDescription(description, toFormValues(description)))).toEqual([])
    },
  )

  it('describes changes in words, with multipliers as times the stake', () => {
    const before = byName('Andhar Bahar')
    const values = toFormValues(before)
    values.bets[2] = { multiplier: 1.15 }
    values.limits.betMax = 5000
    values.policy = 'random'
    const after = parseDescription(before, values)
    expect(after.bets[2]?.multiplier).toBe(115)
    expect(diffDescriptions(before, after)).toEqual([
      { what: 'Policy', before: 'within the budget', after: 'at random' },
      { what: 'Type pays', before: '× 1.95', after: '× 1.15' },
      { what: 'Largest bet', before: '10,000', after: '5,000' },
    ])
  })

  it('keys errors by its fields', () => {
    const description = byName('Fun Target')
    const values = toFormValues(description)
    values.draw.lockSeconds = 60
    values.bets[0] = { multiplier: null }
    values.limits.betMax = null
    expect(Object.keys(validateDescription(description, values)).sort()).toEqual(['bets.0.multiplier', 'limits.betMax'])
    values.bets[0] = { multiplier: 9.005 }
    values.limits.betMax = 100
    expect(Object.keys(validateDescription(description, values))).toEqual(['bets.0.multiplier'])
    values.bets[0] = { multiplier: 9 }
    expect(Object.keys(validateDescription(description, values))).toEqual(['draw.lockSeconds'])
  })

  it('shows long-run returns that match the rules of the game', () => {
    const shares = longRunReturns(byName('Andhar Bahar')).map(each => each?.least.toFixed(2))
    expect(shares).toEqual(['92.31', '93.75', '90.00'])
    expect(new Set(longRunReturns(byName('Roulette')).map(each => each?.most.toFixed(2)))).toEqual(new Set(['97.30']))
  })
})
