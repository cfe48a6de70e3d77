import { toHundredths } from '@cascade/contracts'
import { type Game, type Leg, noOption, type Outcome } from '../game/game'
import { payout } from './payout'

/** A bet of a ticket as it is kept: one leg, whole points. */
export type TicketLine = { leg: string; quantity: number }

/** The legs that win with a result, by key. Made once for a draw, whatever the number of its tickets. */
export type WinningLegs = ReadonlyMap<string, Leg>

/** The legs that pay on the options of this result; an option of each dimension, so no leg twice. */
export function winningLegs({ dimensions }: Game, { picks }: Outcome): WinningLegs {
  const legs = picks.flatMap((pick, at) => (pick === noOption ? [] : (dimensions[at]?.legsOn[pick] ?? [])))
  return new Map(legs.map(leg => [leg.key, leg]))
}

/** What a ticket's lines win, in hundredths; 0 for those that lose. Each line pays by itself. */
export function winnings(lines: readonly TicketLine[], winning: WinningLegs, booster: number): bigint {
  return lines.reduce((sum, { leg, quantity }) => {
    const won = winning.get(leg)
    return won ? sum + payout(toHundredths(quantity), won.multiplier, booster) : sum
  }, 0n)
}
