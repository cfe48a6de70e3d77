import type { PostingRequest } from '@cascade/contracts/accounts'
import { winsIdOf } from '../ids'
import type { WonOn } from '../store/collections'
import type { LedgerState, TicketWin } from './ledger-state'

type OfKind<K extends PostingRequest['kind']> = Extract<PostingRequest, { kind: K }>
type Tickets = Pick<LedgerState, 'wins' | 'stakes'>
/** Tickets with what they have won and claimed after a posting. */
export type Wins = [string, TicketWin][]

/** A ticket of this game below this admin; undefined when no such stake was booked. */
export function winOf(
  { wins, stakes }: Tickets,
  ticketId: string,
  { adminId, gameId }: { adminId: string; gameId: string },
): TicketWin | undefined {
  const win = wins.get(ticketId) ?? stakes.get(ticketId)
  return win?.winsId === winsIdOf(adminId, gameId) ? win : undefined
}

/**
 * What tickets have won after a settlement. Only a further version of a result takes back, and no ticket wins more than
 * its stake can bring. @returns undefined for a win that cannot be
 */
export function winsAfterSettling(state: Tickets, posting: OfKind<'settle'>): Wins | undefined {
  const mayTakeBack = posting.details.resultVersion > 1
  const wins = new Map<string, TicketWin>()
  let sum = 0n
  for (const [ticketId, text] of posting.wins) {
    const win = wins.get(ticketId) ?? winOf(state, ticketId, posting)
    const change = BigInt(text)
    const won = (win?.won ?? 0n) + change
    if (!win || won > win.most || won < 0n || (change < 0n && !mayTakeBack)) return undefined
    wins.set(ticketId, { ...win, won })
    sum += change
  }
  return sum === BigInt(posting.amount) ? [...wins] : undefined
}

/** What a claim pays, in all and of each of its tickets. */
type ClaimPayment = { amount: bigint; tickets: [string, string][]; wins: Wins }

/**
 * A claim pays what is due: of each ticket as much of the requested amount as is won and not claimed. Its caller may not
 * have read the latest correction, or may repeat a claim under another id.
 * @returns undefined for a ticket of another player, or amounts that do not add up
 */
export function paymentOf(state: Tickets, posting: OfKind<'claim'>): ClaimPayment | undefined {
  const wins = new Map<string, TicketWin>()
  const tickets: ClaimPayment['tickets'] = []
  let [requested, amount] = [0n, 0n]
  for (const [ticketId, text] of posting.details.tickets) {
    const win = wins.get(ticketId) ?? winOf(state, ticketId, posting)
    if (win?.playerId !== posting.playerId) return undefined
    const paid = mostOf(0n, leastOf(BigInt(text), win.won - win.claimed))
    if (paid > 0n) wins.set(ticketId, { ...win, claimed: win.claimed + paid })
    tickets.push([ticketId, String(paid)])
    requested += BigInt(text)
    amount += paid
  }
  return requested === BigInt(posting.amount) ? { amount, tickets, wins: [...wins] } : undefined
}

export const mostOf = (...amounts: readonly bigint[]) => amounts.reduce((a, b) => (a > b ? a : b))
export const leastOf = (...amounts: readonly bigint[]) => amounts.reduce((a, b) => (a < b ? a : b))

/** What tickets have won on this business day; what a correction takes back does not count against it. */
export function wonOnAfter(before: WonOn | undefined, { wins }: OfKind<'settle'>, day: string): WonOn {
  const won = wins.reduce((sum, [, change]) => (change.startsWith('-') ? sum : sum + BigInt(change)), 0n)
  return { day, amount: (before?.day === day ? before.amount : 0n) + won }
}
