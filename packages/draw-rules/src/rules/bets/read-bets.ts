import { toHundredths } from '@cascade/contracts'
import { type Bet, betTexts, maxBetsPerTicket } from '@cascade/contracts/live'
import { type Game, legKey } from '../game/game'
import type { TicketLine } from './winnings'

/** `errors` names fields as refusals do: `bets.0.quantity`. */
export type ReadBets =
  | { ok: true; lines: readonly TicketLine[] /** Hundredths. */; stake: bigint }
  | { ok: false; errors: Readonly<Record<string, string>> }

/**
 * Checks the bets of one ticket against the description and its limits for a bet, and writes them out as lines: a
 * bundled bet becomes one line for each card, with the quantity on each; several bets on one leg become one line, so
 * that dividing a bet does not get around its limit. Limits of a draw, a player and a day are the caller's.
 */
export function readBets(game: Game, bets: readonly Bet[]): ReadBets {
  if (bets.length === 0) return { ok: false, errors: { bets: betTexts.none } }
  if (bets.length > maxBetsPerTicket) return { ok: false, errors: { bets: betTexts.tooMany } }
  const errors: Record<string, string> = {}
  const quantities = new Map<string, number>()
  for (const [index, bet] of bets.entries()) {
    const legs = legsOfBet(game, bet)
    if (!takes(game, bet.type))
      errors[`bets.${index}.type`] = `Not a bet of this game. It takes: ${typesOf(game).join(', ')}.`
    else if (!legs) errors[`bets.${index}.drawno`] = betTexts.unknown
    else if (!isAllowed(game, bet.quantity)) errors[`bets.${index}.quantity`] = quantityText(game)
    else {
      for (const leg of legs) quantities.set(leg, (quantities.get(leg) ?? 0) + bet.quantity)
      if (legs.some(leg => (quantities.get(leg) ?? 0) > game.description.limits.betMax)) {
        errors[`bets.${index}.quantity`] = quantityText(game)
      }
    }
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  const lines = Array.from(quantities, ([leg, quantity]) => ({ leg, quantity }))
  return { ok: true, lines, stake: lines.reduce((sum, line) => sum + toHundredths(line.quantity), 0n) }
}

const typesOf = ({ description: { bets, bundles } }: Game) => [...bets, ...bundles].map(({ type }) => type)
const takes = (game: Game, type: string) => typesOf(game).includes(type)

/** The bounds of one bet in words. */
function quantityText({ description: { limits } }: Game): string {
  const step = limits.betStep === 1 ? '' : `, in steps of ${limits.betStep}`
  return `From ${limits.betMin} to ${limits.betMax} points on one option${step}.`
}

function legsOfBet({ legs, bundles }: Game, { type, drawno }: Bet): readonly string[] | undefined {
  const key = legKey(type, drawno)
  return legs.has(key) ? [key] : bundles.get(key)
}

function isAllowed({ description: { limits } }: Game, quantity: number): boolean {
  const { betMin, betMax, betStep } = limits
  return Number.isSafeInteger(quantity) && quantity >= betMin && quantity <= betMax && quantity % betStep === 0
}
