import { toPoints } from '@cascade/contracts'
import { claimedAt, type RawBooks, type RawTicket, wonAt } from './raw-books'

/** Commission in percent by account, set before any play. */
export type Rates = ReadonlyMap<string, number>
/** Selects tickets by account and its parent; `*` is the top level, no parent matches any. */
type Step = { child: string; parent?: string }

export function passes({ chain }: RawTicket, { child, parent }: Step): boolean {
  const place = chain.indexOf(child)
  return place >= 0 && (parent === undefined || (chain[place - 1] ?? '*') === parent)
}

/** Rounds a product of hundredths and basis points half up to hundredths. */
const rounded = (product: bigint) => (product + 5_000n) / 10_000n
const bpOf = (rates: Rates, id: string | undefined) => BigInt(Math.round((rates.get(id ?? '') ?? 0) * 100))
const levels = [1, 2, 3, 4] as const

/**
 * Commission of each ticket for the four levels: the increase of the rounded running total of its player, in the order
 * of the draws.
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

export const shareOf = (tickets: readonly RawTicket[], percentage: number): number =>
  toPoints(rounded(tickets.reduce((sum, { stake }) => sum + stake, 0n) * BigInt(Math.round(percentage * 100))))

/** Commission of an account on all play below it, as in the turnover column of its level. */
export function payoutOf(books: RawBooks, rates: Rates, { account, at }: { account: string; at: Date }) {
  const below = books.tickets.filter(ticket => passes(ticket, { child: account }))
  const { playPoints, supercom, distcom, retailcom, usercom } = figuresOf(books, rates, below, at)
  const level = below[0]?.chain.indexOf(account) ?? 0
  return { totalcommission: playPoints, amount: [0, supercom, distcom, retailcom, usercom][level] ?? 0 }
}
