import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import type { Bet } from '@cascade/contracts/live'
import fc from 'fast-check'
import { masterDescription, plainGame } from '../master'
import { targetsOf } from '../rules/bets'
import { compileGame } from '../rules/compile-game'
import { DescriptionError, type Game, type Outcome } from '../rules/game'
import { type Picks, resultFromPicks } from '../rules/results'

type Name = keyof typeof gameCodes

/** Short names of the thirteen games. */
export const gameNames = Object.keys(gameCodes) as Name[]

const compiled = new Map<Name, Game>()

/** A compiled predefined game. */
export function masterGame(name: Name): Game {
  const game = compiled.get(name) ?? compileGame(descriptionOf(name))
  compiled.set(name, game)
  return game
}

export function descriptionOf(name: Name) {
  const description = masterDescription(gameCodes[name])
  if (!description) throw new DescriptionError(name)
  return description
}

/** A predefined or default game, half of them with random multipliers. */
export const someGame: fc.Arbitrary<Game> = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...gameNames).map(descriptionOf),
      fc.integer({ min: 1, max: 60 }).map(digits => plainGame(digits)),
    ),
    fc.array(fc.integer({ min: 100, max: 1_000_000 }), { minLength: 24, maxLength: 24 }),
    fc.boolean(),
  )
  .map(([description, multipliers, isOwn]) =>
    compileGame(isOwn ? description : withMultipliers(description, multipliers)),
  )

const withMultipliers = (description: GameDescription, multipliers: readonly number[]): GameDescription => ({
  ...description,
  bets: description.bets.map((bet, index) => ({ ...bet, multiplier: multipliers[index] ?? 100 })),
})

/** The bets of one ticket, within the largest bet even if all are on one option. */
export function someBets(game: Game): fc.Arbitrary<Bet[]> {
  const targets = Array.from(targetsOf(game), ([type, drawnos]) =>
    fc.tuple(fc.constant(type), fc.constantFrom(...drawnos)),
  )
  const bet = fc
    .tuple(fc.oneof(...targets), fc.integer({ min: 1, max: 300 }))
    .map(([[type, drawno], quantity]) => ({ type, drawno, quantity }))
  return fc.array(bet, { minLength: 1, maxLength: 30 })
}

/** Any result that an operator may choose. */
export function someChoice(game: Game): fc.Arbitrary<Outcome> {
  const picks = Object.fromEntries(
    game.dimensions.map(({ key, options }) => [key, fc.constantFrom(...options.map(option => option.drawno))]),
  )
  return fc.record(picks).map(chosen => {
    const outcome = resultFromPicks(game, chosen as Picks)
    if (!outcome) throw new Error('not a choice')
    return outcome
  })
}

/** Stakes by leg, in hundredths. */
export function someStakes(game: Game): fc.Arbitrary<Map<string, bigint>> {
  const stake = fc.integer({ min: 1, max: 2000 }).map(points => BigInt(points) * 100n)
  const leg = fc.constantFrom(...game.legs.keys())
  return fc.array(fc.tuple(leg, stake), { maxLength: 60 }).map(entries => new Map(entries))
}
