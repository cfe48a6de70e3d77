import type { Ancestry } from '@cascade/contracts/accounts'
import { maxBetsPerTicket } from '@cascade/contracts/live'
import type { TicketLine } from '@cascade/draw-rules'
import { z } from 'zod'

/** Tickets of a draw are settled, and read, in chunks of this many. */
export const chunkSize = 500

/** A bet that was booked, with what became of it. Amounts are hundredths. */
export type Ticket = {
  _id: string
  drawId: string
  adminId: string
  gameId: string
  gameVersion: number
  playerId: string
  username: string
  /** Accounts above the player when the bet was booked. */
  ancestry: Ancestry
  /** Place among the tickets of its draw: 0, 1, 2 … in the order in which they were booked. */
  place: number
  chunk: number
  lines: readonly TicketLine[]
  stake: bigint
  /** Of the player, right after it was booked. */
  balanceAfter: bigint
  at: Date
  /** Number of its event in the feed of the ledger. */
  seq: number
  /** `YYYY-MM-DD` in the business zone. */
  day: string
  /** `<playerId>|<day>`. */
  playerDay: string
  /** Place among the tickets of its player and day, and among those of them on its game: 0, 1, 2 … */
  inDay: number
  inGame: number
  /** By the last version of the result that it was settled with. */
  win: bigint
  /** What of it is in the wallet: less what was taken back. */
  claimed: bigint
  /** When something of it came to the wallet last. */
  claimedAt: Date | null
  /** What came to the wallet and was taken back, in order; absent before the first. */
  claims?: readonly ClaimChange[]
}
type ClaimChange = { at: Date; amount: bigint }

export const playerDayOf = (playerId: string, day: string) => `${playerId}|${day}`

/**
 * What a ticket's player is still owed, or, after a correction, owes: nothing is both.
 * Everything about unclaimed wins and debts follows from these two figures of the ticket.
 */
export function payableOf({ win, claimed }: Pick<Ticket, 'win' | 'claimed'>): { unclaimed: bigint; debt: bigint } {
  const balance = win - claimed
  return balance >= 0n ? { unclaimed: balance, debt: 0n } : { unclaimed: 0n, debt: -balance }
}

/**
 * What was claimed of a win that stands: what a correction took away is a debt, and no claim any more. Reports count
 * this, so that claims are never more than wins, whether the debt is paid or not.
 */
export const countedClaim = ({ win, claimed }: Pick<Ticket, 'win' | 'claimed'>): bigint =>
  claimed < win ? claimed : win

/** Far more than a draw is corrected: beyond it the oldest changes count as one. */
const claimChangesMax = 50

/** A ticket of which more, or after a correction less, is in the wallet. */
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

/** What was in the wallet of a ticket's win at a moment. */
export function claimedUntil(
  { claims = [] }: Pick<Ticket, 'claims'>,
  moment: Date,
): Pick<Ticket, 'claimed' | 'claimedAt'> {
  const before = claims.filter(({ at }) => at <= moment)
  const claimed = before.reduce((sum, { amount }) => sum + amount, 0n)
  return { claimed, claimedAt: before.findLast(({ amount }) => amount > 0n)?.at ?? null }
}

/** When the whole win of a ticket came to the wallet; null before, and where there is none any more. */
export const claimDateOf = ({ win, claimed, claimedAt }: Pick<Ticket, 'win' | 'claimed' | 'claimedAt'>) =>
  win > 0n && claimed >= win ? claimedAt : null

/** A bundled bet stands for a few legs; no ticket has more of them than this. */
const maxLines = maxBetsPerTicket * 8

/** What a stake carries through the ledger: the ticket. Kept short, as it is stored with the money. */
export const StakeDetails = z.strictObject({
  draw: z.string(),
  gameVersion: z.number().int(),
  /** Which secret makes the seed of the draw. */
  seedKey: z.string(),
  lines: z.array(z.tuple([z.string(), z.number().int().min(1)])).max(maxLines),
})
export type StakeDetails = z.infer<typeof StakeDetails>

const SignedAmount = z.string().regex(/^-?\d{1,30}$/)

/** What a closing carries through the ledger: what decides the draw beside its tickets and the pool. */
export const ClosingDetails = z.strictObject({
  gameVersion: z.number().int(),
  /** Share that the operator keeps, in hundredths of a percent, and how often it was set. */
  winpercentage: z.string().regex(/^\d{1,5}$/),
  percentageVersion: z.number().int(),
  /** What the offering's settlements come to when all that is drawn, or corrected, is paid. */
  settledInFull: SignedAmount,
  /** What the offering's draws have won so far, corrections left out: a draw that is drawn later adds to it. */
  paidOut: SignedAmount,
})
export type ClosingDetails = z.infer<typeof ClosingDetails>
