import { toPoints } from '@cascade/contracts'
import { claimedAt, type RawBooks, type RawTicket, wonAt } from './raw-books'

/** Percent of each account, as it was set before anything was played. */
export type Rates = ReadonlyMap<string, number>
/** The tickets that pass from one account to another; a parent of `*` is the top, none is whoever it was. */
type Step = { child: string; parent?: string }

export function passes({ chain }: RawTicket, { child, parent }: Step): boolean {
  const place = chain.indexOf(child)
  return place >= 0 && (parent === undefined || (chain[place - 1] ?? '*') === parent)
}

/** Hundredths times basis points, the half of a hundredth rounded up. */
const rounded = (product: bigint) => (product + 5_000n) / 10_000n
const bpOf = (rates: Rates, id: string | undefined) => BigInt(Math.round((rates.get(id ?? '') ?? 0) * 100))
const levels = [1, 2, 3, 4] as const

/**
 * What each ticket earns the four levels: what it adds to the rounded sum of all that its player's play has earned a level
 * so far, in the order of the draws.
 */
function earningsOf(books: RawBooks, rates: Rates): ReadonlyMap<string, readonly bigint[]> {
  const drawnAt = ({ drawId, at }: RawTicket) => books.results.get(drawId)?.[0]?.knownAt ?? at
  const inOrder = [...books.tickets].sort(
    (a, b) => drawnAt(a).getTime() - drawnAt(b).getTime() || a.at.getTime() - b.at.getTime(),
  )
  const earned = new Map<string, bigint>()
  return new Map(
    inOrder.map(({ id, playerId, stake, chain }) => [
      id,
      levels.map(level => {
        const before = earned.get(`${playerId}|${level}`) ?? 0n
        const after = before + stake * bpOf(rates, chain[level])
        earned.set(`${playerId}|${level}`, after)
        return rounded(after) - rounded(before)
      }),
    ]),
  )
}

/** The figures of some tickets as they were at a moment, in points, counted one by one. */
export function figuresOf(books: RawBooks, rates: Rates, tickets: readonly RawTicket[], at: Date) {
  const settled = tickets.filter(ticket => ticket.at <= at && wonAt(books, ticket, at))
  const sum = (of: (ticket: RawTicket) => bigint) => settled.reduce((total, ticket) => total + of(ticket), 0n)
  const play = sum(({ stake }) => stake)
  const win = sum(ticket => wonAt(books, ticket, at)?.win ?? 0n)
  const earnings = earningsOf(books, rates)
  const shares = levels.map((_level, at) => sum(({ id }) => earnings.get(id)?.[at] ?? 0n))
  const [supercom = 0n, distcom = 0n, retailcom = 0n, usercom = 0n] = shares
  const commission = supercom + distcom + retailcom + usercom
  return {
    playPoints: toPoints(play),
    winPoints: toPoints(win),
    endPoints: toPoints(play - win),
    supercom: toPoints(supercom),
    distcom: toPoints(distcom),
    retailcom: toPoints(retailcom),
    usercom: toPoints(usercom),
    commission: toPoints(commission),
    net: toPoints(play - win - commission),
    claimPoints: toPoints(sum(ticket => claimedAt(books, ticket, at))),
  }
}
export type Figures = ReturnType<typeof figuresOf>

/** The operator's share of what was played. */
export const shareOf = (tickets: readonly RawTicket[], percentage: number): number =>
  toPoints(rounded(tickets.reduce((sum, { stake }) => sum + stake, 0n) * BigInt(Math.round(percentage * 100))))

/** What an account has earned on all that was ever played below it: the column of its level in the turnover. */
export function payoutOf(books: RawBooks, rates: Rates, { account, at }: { account: string; at: Date }) {
  const below = books.tickets.filter(ticket => passes(ticket, { child: account }))
  const { playPoints, supercom, distcom, retailcom, usercom } = figuresOf(books, rates, below, at)
  const level = below[0]?.chain.indexOf(account) ?? 0
  return { totalcommission: playPoints, amount: [0, supercom, distcom, retailcom, usercom][level] ?? 0 }
}
