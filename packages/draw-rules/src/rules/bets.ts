import { toHundredths } from '@cascade/contracts'
import { type Bet, betsPerTicketMax, betTexts } from '@cascade/contracts/live'
import { type Game, type Leg, legKey, noOption, type Outcome } from './game'

/** `errors` is keyed by field path like those of error responses: `bets.0.quantity`. */
export type ParsedBets =
  | { ok: true; lines: readonly TicketLine[] /** Hundredths. */; stake: bigint }
  | { ok: false; errors: Readonly<Record<string, string>> }

/**
 * Validates the bets of one ticket against the description and its per-bet limits, and expands them to lines: a bundle
 * becomes one line per card, each with the full quantity; bets on the same leg are merged, so that splitting a bet does
 * not bypass its limit. Limits per draw, player and day are up to the caller.
 */
export function parseBets(game: Game, bets: readonly Bet[]): ParsedBets {
  if (bets.length === 0) return { ok: false, errors: { bets: betTexts.none } }
  if (bets.length > betsPerTicketMax) return { ok: false, errors: { bets: betTexts.tooMany } }
  const errors: Record<string, string> = {}
  const quantities = new Map<string, number>()
  for (const [index, bet] of bets.entries()) {
    const legs = resolveLegs(game, bet)
    if (!isBetType(game, bet.type))
      errors[`bets.${index}.type`] = `Not a bet of this game. It takes: ${betTypesOf(game).join(', ')}.`
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

const betTypesOf = ({ description: { bets, bundles } }: Game) => [...bets, ...bundles].map(({ type }) => type)
const isBetType = (game: Game, type: string) => betTypesOf(game).includes(type)

function quantityText({ description: { limits } }: Game): string {
  const step = limits.betStep === 1 ? '' : `, in steps of ${limits.betStep}`
  return `From ${limits.betMin} to ${limits.betMax} points on one option${step}.`
}

function resolveLegs({ legs, bundles }: Game, { type, drawno }: Bet): readonly string[] | undefined {
  const key = legKey(type, drawno)
  return legs.has(key) ? [key] : bundles.get(key)
}

function isAllowed({ description: { limits } }: Game, quantity: number): boolean {
  const { betMin, betMax, betStep } = limits
  return Number.isSafeInteger(quantity) && quantity >= betMin && quantity <= betMax && quantity % betStep === 0
}

/** All possible bets: every valid `drawno` of each bet type, including bundles. */
export function targetsOf({ legs, bundles }: Game): ReadonlyMap<string, readonly string[]> {
  const targets = new Map<string, string[]>()
  for (const key of [...legs.keys(), ...bundles.keys()]) {
    const divider = key.indexOf(':')
    const type = key.slice(0, divider)
    const list = targets.get(type) ?? []
    list.push(key.slice(divider + 1))
    targets.set(type, list)
  }
  return targets
}

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

/**
 * The payout of a winning stake in hundredths, rounded half up. Bets that passed `parseBets` need no rounding (whole
 * points × hundredths), so the payout of a sum is the sum of the payouts.
 */
export function payout(stake: bigint, multiplier: bigint, booster: number): bigint {
  return (stake * multiplier * BigInt(booster) + 50n) / 100n
}
