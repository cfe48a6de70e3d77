import { boosterChance, type GameDescription } from '@cascade/contracts/games'
import { texts } from '../../texts'
import { limitNames } from './description-values'

/** One thing that a save would change, in words. */
export type DescriptionChange = { what: string; before: string; after: string }

const { text } = texts
const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** Everything that differs between two descriptions of the same bets and that the form can change. */
export function changesBetween(before: GameDescription, after: GameDescription): DescriptionChange[] {
  const then = linesOf(after)
  return linesOf(before).flatMap(([what, line], index) => {
    const next = then[index]?.[1] ?? ''
    return next === line ? [] : [{ what, before: line, after: next }]
  })
}

type Line = readonly [what: string, value: string]

function linesOf(description: GameDescription): Line[] {
  const { draw, policy, bets, limits } = description
  const seconds = (value: number) => text('seconds', { seconds: value })
  return [
    [text('interval'), seconds(draw.intervalSeconds)],
    [text('lock'), seconds(draw.lockSeconds)],
    [text('resultShown'), seconds(draw.resultSeconds)],
    [text('policy'), text(policy)],
    [text('booster'), text('onceIn', { draws: boosterChance(description) })],
    ...bets.map((bet): Line => [text('pays', { bet: bet.label }), `× ${number.format(bet.multiplier / 100)}`]),
    ...limitNames.map((name): Line => [text(name), number.format(limits[name])]),
  ]
}
