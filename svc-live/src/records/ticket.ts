import { Role, toPoints } from '@cascade/contracts'
import type { Ancestry, PostedBy } from '@cascade/contracts/accounts'
import { betsPerTicketMax, type Void } from '@cascade/contracts/live'
import type { TicketLine } from '@cascade/draw-rules'
import { personOf } from '@cascade/service-kit'
import { z } from 'zod'

export const chunkSize = 500

/** A booked bet and its outcome. Amounts are hundredths. */
export type Ticket = {
  _id: string
  drawId: string
  adminId: string
  gameId: string
  gameVersion: number
  playerId: string
  username: string
  ancestry: Ancestry
  /** Position within the draw, from 0 in booking order. */
  place: number
  chunk: number
  lines: readonly TicketLine[]
  /** 0 if it is void, so that no sum contains it. */
  stake: bigint
  void?: TicketVoid
  /** Random, from the ledger; part of the leaf. Absent in tickets of 1.0.0. */
  salt?: string
  balanceAfter: bigint
  at: Date
  seq: number
  /** `YYYY-MM-DD` in the business zone. */
  day: string
  /** `<playerId>|<day>`. */
  playerDay: string
  /** Position among the player's tickets of the day, and among those on the same game, from 0. */
  inDay: number
  inGame: number
  win: bigint
  /** Amount in the wallet: claims minus recoveries. */
  claimed: bigint
  claimedAt: Date | null
  /** Credits and recoveries in order; absent before the first. */
  claims?: readonly ClaimChange[]
}
type ClaimChange = { at: Date; amount: bigint }

/** The stake that was returned before betting closed, by whom and why. */
export type TicketVoid = Readonly<{ stake: bigint; by: Void['by']; at: Date; reason: string }>

export function createVoid({ username, role, person }: PostedBy, returned: Omit<TicketVoid, 'by'>): TicketVoid {
  return { ...returned, by: { username, role: Role.parse(role), ...personOf({ person }) } }
}

/** Fields of a void ticket in lists; for others, none. */
export function toVoidFields({ void: returned }: Pick<Ticket, 'void'>) {
  if (!returned) return {}
  const { stake, at, ...rest } = returned
  return { state: 'void' as const, void: { ...rest, stake: toPoints(stake), at: at.toISOString() } satisfies Void }
}

/** The stake as it was booked, returned or not. */
export const bookedStake = ({ stake, void: returned }: Pick<Ticket, 'stake' | 'void'>) => returned?.stake ?? stake

export const playerDayOf = (playerId: string, day: string) => `${playerId}|${day}`

/**
 * What the player is still owed or, after a correction, owes; never both. All unclaimed wins and debts follow from
 * these two figures.
 */
export function payableOf({ win, claimed }: Pick<Ticket, 'win' | 'claimed'>): { unclaimed: bigint; debt: bigint } {
  const balance = win - claimed
  return balance >= 0n ? { unclaimed: balance, debt: 0n } : { unclaimed: 0n, debt: -balance }
}

/**
 * Claimed part of the current win. What a correction took away is a debt and no longer a claim, whether paid or not; so
 * reports never show claims above wins.
 */
export const claimedUpToWin = ({ win, claimed }: Pick<Ticket, 'win' | 'claimed'>): bigint =>
  claimed < win ? claimed : win

/** Far more than a draw is corrected; beyond it the oldest changes are merged. */
const claimChangesMax = 50

/** A ticket after crediting `amount` to the wallet, or recovering it if negative. */
export function withClaim(ticket: Ticket, amount: bigint, at: Date): Ticket {
  if (amount === 0n) return ticket
  const claimedAt = amount > 0n ? at : ticket.claimedAt
  const claims = capChanges([...(ticket.claims ?? []), { at, amount }])
  return { ...ticket, claimed: ticket.claimed + amount, claimedAt, claims }
}

function capChanges(claims: readonly ClaimChange[]): readonly ClaimChange[] {
  const [first, second, ...rest] = claims
  if (!first || !second || claims.length <= claimChangesMax) return claims
  return [{ at: second.at, amount: first.amount + second.amount }, ...rest]
}

export function claimedUntil(
  { claims = [] }: Pick<Ticket, 'claims'>,
  moment: Date,
): Pick<Ticket, 'claimed' | 'claimedAt'> {
  const before = claims.filter(({ at }) => at <= moment)
  const claimed = before.reduce((sum, { amount }) => sum + amount, 0n)
  return { claimed, claimedAt: before.findLast(({ amount }) => amount > 0n)?.at ?? null }
}

/** When the whole win was claimed; null before that, and without a win. */
export const claimDateOf = ({ win, claimed, claimedAt }: Pick<Ticket, 'win' | 'claimed' | 'claimedAt'>) =>
  win > 0n && claimed >= win ? claimedAt : null

/** A bundled bet expands to a few legs; no ticket has more lines than this. */
const maxLines = betsPerTicketMax * 8

/** The ticket as the stake carries it through the ledger. Small, as it is stored with the money. */
export const StakeDetails = z.strictObject({
  draw: z.string(),
  gameVersion: z.number().int(),
  seedKey: z.string(),
  lines: z.array(z.tuple([z.string(), z.number().int().min(1)])).max(maxLines),
})
export type StakeDetails = z.infer<typeof StakeDetails>

const SignedAmount = z.string().regex(/^-?\d{1,30}$/)

/** The figures that decide a draw, besides its tickets and the pool, as the closing carries them through the ledger. */
export const ClosingDetails = z.strictObject({
  gameVersion: z.number().int(),
  winpercentage: z.string().regex(/^\d{1,5}$/),
  percentageVersion: z.number().int(),
  /** What the offering will have paid in total once all pending settlements and corrections are booked. */
  settledInFull: SignedAmount,
  /** Sum of the offering's wins by first results; a draw that is drawn later adds to it. */
  paidOut: SignedAmount,
})
export type ClosingDetails = z.infer<typeof ClosingDetails>
