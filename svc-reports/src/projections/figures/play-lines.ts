import type { Ancestry } from '@cascade/contracts/accounts'
import type { DrawSettled, Rates, TicketClaimed } from '@cascade/contracts/live'
import { allAccounts } from '@cascade/service-kit'
import type { PartialMeasures } from './measures'

/** What one event adds to the figures of a player and all ancestors. */
export type PlayLine = {
  /** Number of the event. */
  seq: number
  /** When it was recorded. */
  at: Date
  /** The business day it counts for: that of the stake for play, that of the booking for wins and claims. */
  day: string
  adminId: string
  gameId: string
  /** Accounts from the admin down to the player. */
  chain: string[]
  measures: PartialMeasures
}

/** Levels that earn a commission on the play of a player. */
export const commissionLevels = ['superarea', 'area', 'master', 'player'] as const
/** Exact commissions by level: hundredths of a point × basis points. */
export type Products = Record<(typeof commissionLevels)[number], bigint>

/** A line before its commissions are rounded: see `roundCommissions`. */
export type UnroundedLine = PlayLine & { products?: Products }

export function toSettledLines({ data, at, seq }: DrawSettled): UnroundedLine[] {
  const { adminId, gameId, day } = data
  return data.players.flatMap(({ id, ancestry, stakeDay, tickets, play, win, claim, rates }) => {
    const shared = { seq, at: new Date(at), adminId, gameId, chain: chainOf(ancestry, id) }
    const stakeMeasures = { tickets: BigInt(tickets), play: BigInt(play) }
    const winMeasures = { win: BigInt(win), ...(claim && { claim: BigInt(claim) }) }
    const products = toProducts(stakeMeasures.play, rates)
    if (stakeDay === day) return [{ ...shared, day, measures: { ...stakeMeasures, ...winMeasures }, products }]
    return [
      { ...shared, day: stakeDay, measures: stakeMeasures, products },
      { ...shared, day, measures: winMeasures },
    ].filter(({ measures }) => Object.values(measures).some(value => value !== 0n))
  })
}

export function toClaimLine({ data, at, seq }: TicketClaimed): PlayLine {
  const { adminId, gameId, day, player, amount } = data
  const chain = chainOf(player.ancestry, player.id)
  return { seq, at: new Date(at), day, adminId, gameId, chain, measures: { claim: BigInt(amount) } }
}

const toProducts = (play: bigint, rates: Rates): Products => ({
  superarea: play * BigInt(rates.superareamanager),
  area: play * BigInt(rates.areamanager),
  master: play * BigInt(rates.master),
  player: play * BigInt(rates.player),
})

const chainOf = ({ admin, superareamanager, areamanager, master }: Ancestry, player: string): string[] =>
  [admin, superareamanager, areamanager, master, player].filter(id => id !== undefined)

/**
 * Figures are stored per edge from parent to child, as the tree was at the time: so the rows below an account always
 * add up to the account, whoever was moved since. Admins are children of one common root.
 */
export const edgeOf = (parent: string, child: string) => `${parent}>${child}`

export const gameKeyOf = (edge: string, gameId: string) => `${edge}|${gameId}`

/** The root, and every edge down to the player. */
export const edgesOf = (chain: readonly string[]): string[] => [
  allAccounts,
  ...chain.map((child, index) => edgeOf(chain[index - 1] ?? allAccounts, child)),
]
