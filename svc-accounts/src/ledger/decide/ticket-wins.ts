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
  return changed(state, posting, posting.wins, (win, change) => {
    const won = win.won + change
    const isPossible = won <= win.most && won >= 0n && (change >= 0n || mayTakeBack)
    return isPossible ? { ...win, won } : undefined
  })
}

/** What of them is claimed after a claim. @returns undefined where something of it was not won, or is claimed already */
export function winsAfterClaim(state: Tickets, posting: OfKind<'claim'>): Wins | undefined {
  return changed(state, posting, posting.details.tickets, (win, amount) => {
    const claimed = win.claimed + amount
    const isWon = claimed <= win.won && win.playerId === posting.playerId
    return isWon ? { ...win, claimed } : undefined
  })
}

function changed(
  state: Tickets,
  posting: OfKind<'settle' | 'claim'>,
  changes: readonly (readonly [string, string])[],
  next: (win: TicketWin, change: bigint) => TicketWin | undefined,
): Wins | undefined {
  const after = new Map<string, TicketWin>()
  let sum = 0n
  for (const [ticketId, text] of changes) {
    const before = after.get(ticketId) ?? winOf(state, ticketId, posting)
    const win = before && next(before, BigInt(text))
    if (!win) return undefined
    after.set(ticketId, win)
    sum += BigInt(text)
  }
  return sum === BigInt(posting.amount) ? [...after] : undefined
}

/** What tickets have won on this business day; what a correction takes back does not count against it. */
export function wonOnAfter(before: WonOn | undefined, { wins }: OfKind<'settle'>, day: string): WonOn {
  const won = wins.reduce((sum, [, change]) => (change.startsWith('-') ? sum : sum + BigInt(change)), 0n)
  return { day, amount: (before?.day === day ? before.amount : 0n) + won }
}
