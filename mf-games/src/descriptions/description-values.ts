import { GameDescription } from '@cascade/contracts/games'
import { compileGame, returnToPlayer } from '@cascade/draw-rules'
import { type FieldErrors, toFieldErrors } from '@cascade/ui-kit/forms'

type NullableNumber = number | null

/** Form values: a description without its options. Multipliers are times the stake, not hundredths. */
export type DescriptionValues = {
  draw: {
    intervalSeconds: number
    lockSeconds: NullableNumber
    resultSeconds: NullableNumber
    voidSeconds?: NullableNumber
  }
  policy: GameDescription['policy']
  /** The booster is 2 once in this many draws. */
  booster: { chance: NullableNumber }
  bets: { multiplier: NullableNumber }[]
  limits: Record<keyof GameDescription['limits'], NullableNumber>
}

export const limitNames = ['betMin', 'betMax', 'betStep', 'drawOptionMax', 'playerDayMax', 'liabilityMax'] as const

export const toFormValues = (description: GameDescription): DescriptionValues => {
  const { draw, policy, booster, bets, limits } = description
  return {
    draw: { ...draw },
    policy,
    booster: { ...booster },
    bets: bets.map(({ multiplier }) => ({ multiplier: multiplier / 100 })),
    limits: { ...limits },
  }
}

/** Merges form values into the description, unvalidated: fields may be empty. */
function mergeValues(stored: GameDescription, values: DescriptionValues): unknown {
  const { draw, policy, booster, limits } = values
  const bets = stored.bets.map((bet, index) => ({
    ...bet,
    multiplier: multiplierHundredths(values.bets[index]?.multiplier),
  }))
  const { voidSeconds, ...times } = draw
  return { ...stored, draw: { ...times, ...(voidSeconds && { voidSeconds }) }, policy, booster, limits, bets }
}

// Via text, because 1.15 × 100 is 114.99999999999999.
const multiplierHundredths = (times: number | null | undefined) =>
  times === null || times === undefined ? null : Number(Number(`${times}e2`).toFixed(4))

/** Validation messages by field, also for empty fields. */
export function validateDescription(stored: GameDescription, values: DescriptionValues): FieldErrors {
  return toFieldErrors(GameDescription, mergeValues(stored, values))
}

/** @throws ZodError for invalid values */
export const parseDescription = (stored: GameDescription, values: DescriptionValues): GameDescription =>
  GameDescription.parse(mergeValues(stored, values))

/**
 * Long-run return per bet type in percent of the stake, if all results are equally likely: lowest and highest of its
 * bets. Undefined for a type without bets.
 */
export function longRunReturns(description: GameDescription): ({ least: number; most: number } | undefined)[] {
  const game = compileGame(description)
  const legs = [...game.legs.values()]
  return description.bets.map(({ type }) => {
    const returns = legs.filter(leg => leg.type === type).map(leg => returnToPlayer(game, leg) * 100)
    return returns.length === 0 ? undefined : { least: Math.min(...returns), most: Math.max(...returns) }
  })
}
