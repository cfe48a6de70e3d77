import type { PostingRequest } from '@cascade/contracts/accounts'
import { winsIdOf } from '../ids'
import type { WonOn } from '../store/collections'
import type { LedgerState, TicketWin } from './ledger-state'

type OfKind<K extends PostingRequest['kind']> = Extract<PostingRequest, { kind: K }>
type Tickets = Pick<LedgerState, 'wins' | 'stakes'>
export type Wins = [string, TicketWin][]

export function findWin(
  { wins, stakes }: Tickets,
  ticketId: string,
  { adminId, gameId }: { adminId: string; gameId: string },
): TicketWin | undefined {
  const win = wins.get(ticketId) ?? stakes.get(ticketId)
  return win?.winsId === winsIdOf(adminId, gameId) ? win : undefined
}

/**
 * Wins after a settlement. Only a corrected result may reduce a win, and no ticket wins more than its maximum.
 * @returns undefined for an impossible win
 */
export function applySettlement(state: Tickets, posting: OfKind<'settle'>): Wins | undefined {
  const isCorrection = posting.details.resultVersion > 1
  const wins = new Map<string, TicketWin>()
  let sum = 0n
  for (const [ticketId, text] of posting.wins) {
    const win = wins.get(ticketId) ?? findWin(state, ticketId, posting)
    const change = BigInt(text)
    const won = (win?.won ?? 0n) + change
    if (!win || won > win.most || won < 0n || (change < 0n && !isCorrection)) return undefined
    wins.set(ticketId, { ...win, won })
    sum += change
  }
  return sum === BigInt(posting.amount) ? [...wins] : undefined
}

type ClaimPayment = { amount: bigint; tickets: [string, string][]; wins: Wins }

/**
 * Pays of each ticket at most its unclaimed win: the caller may not have seen the latest correction, or may repeat a
 * claim under another id.
 * @returns undefined for a ticket of another player, or amounts that do not add up
 */
export function computePayment(state: Tickets, posting: OfKind<'claim'>): ClaimPayment | undefined {
  const wins = new Map<string, TicketWin>()
  const tickets: ClaimPayment['tickets'] = []
  let [requested, amount] = [0n, 0n]
  for (const [ticketId, text] of posting.details.tickets) {
    const win = wins.get(ticketId) ?? findWin(state, ticketId, posting)
    if (win?.playerId !== posting.playerId) return undefined
    const paid = maxOf(0n, minOf(BigInt(text), win.won - win.claimed))
    if (paid > 0n) wins.set(ticketId, { ...win, claimed: win.claimed + paid })
    tickets.push([ticketId, String(paid)])
    requested += BigInt(text)
    amount += paid
  }
  return requested === BigInt(posting.amount) ? { amount, tickets, wins: [...wins] } : undefined
}

/** Changes of what tickets are still owed, by a booked posting that moved `amount`. */
export function changesOf(posting: PostingRequest, amount: bigint): Map<string, bigint> {
  const changes = new Map<string, bigint>()
  const add = (id: string, amount: bigint) => changes.set(id, (changes.get(id) ?? 0n) + amount)
  if (posting.kind === 'settle') for (const [id, won] of posting.wins) add(id, BigInt(won))
  if (posting.kind === 'claim') for (const [id, paid] of posting.details.tickets) add(id, -BigInt(paid))
  if (posting.kind === 'recover') add(posting.details.ticket, amount)
  return changes
}

export const maxOf = (...amounts: readonly bigint[]) => amounts.reduce((a, b) => (a > b ? a : b))
export const minOf = (...amounts: readonly bigint[]) => amounts.reduce((a, b) => (a < b ? a : b))

/** Amount won on this business day. Reductions by a correction are not subtracted. */
export function addToDay(before: WonOn | undefined, { wins }: OfKind<'settle'>, day: string): WonOn {
  const won = wins.reduce((sum, [, change]) => (change.startsWith('-') ? sum : sum + BigInt(change)), 0n)
  return { day, amount: (before?.day === day ? before.amount : 0n) + won }
}
