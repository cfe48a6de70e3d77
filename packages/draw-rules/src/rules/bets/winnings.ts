import { toHundredths } from '@cascade/contracts'
import { type Game, type Leg, noOption, type Outcome } from '../game/game'
import { payout } from './payout'

/** A bet as stored in a ticket: one leg, whole points. */
export type TicketLine = { leg: string; quantity: number }

/** Winning legs of a result by key. Computed once per draw, independent of the number of tickets. */
export type WinningLegs = ReadonlyMap<string, Leg>

/** The legs that pay on the options of this result. No leg occurs twice, as each stands on one dimension. */
export function winningLegs({ dimensions }: Game, { picks }: Outcome): WinningLegs {
  const legs = picks.flatMap((pick, at) => (pick === noOption ? [] : (dimensions[at]?.legsOn[pick] ?? [])))
  return new Map(legs.map(leg => [leg.key, leg]))
}

/** The win of a ticket's lines in hundredths. */
export function winnings(lines: readonly TicketLine[], winning: WinningLegs, booster: number): bigint {
  return lines.reduce((sum, { leg, quantity }) => {
    const won = winning.get(leg)
    return won ? sum + payout(toHundredths(quantity), won.multiplier, booster) : sum
  }, 0n)
}
