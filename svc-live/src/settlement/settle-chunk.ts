import type { DrawSettled } from '@cascade/contracts/live'
import { type WinningLegs, winnings } from '@cascade/draw-rules'
import type { Ticket } from '../tickets/ticket'

/** A result as settlement needs it: the legs that win, and the booster. */
export type Winning = { legs: WinningLegs; booster: number; resultVersion: number }

export type SettledChunk = {
  /** Hundredths from the pool to the wins, back where negative: of a correction only the differences. */
  amount: bigint
  /** Tickets whose win is another than before, with the new one. */
  changed: Ticket[]
  players: DrawSettled['data']['players']
}

/** What a result means for a chunk of its draw's tickets. Pure, so that it can be asked again after any crash. */
export function settleChunk(tickets: readonly Ticket[], { legs, booster, resultVersion }: Winning): SettledChunk {
  const settled = tickets.map(ticket => ({
    before: ticket.win,
    ticket: { ...ticket, win: winnings(ticket.lines, legs, booster) },
  }))
  const changes = settled.filter(({ before, ticket }) => ticket.win !== before)
  return {
    amount: changes.reduce((sum, { before, ticket }) => sum + ticket.win - before, 0n),
    changed: changes.map(({ ticket }) => ticket),
    players: resultVersion === 1 ? firstFigures(settled) : differences(changes),
  }
}

type Settled = { before: bigint; ticket: Ticket }
type Figures = { ticket: Ticket; tickets: number; play: bigint; win: bigint }

const firstFigures = (settled: readonly Settled[]) =>
  byPlayer(settled, ({ ticket }) => ({ tickets: 1, play: ticket.stake, win: ticket.win }))

const differences = (changes: readonly Settled[]) =>
  byPlayer(changes, ({ before, ticket }) => ({ tickets: 0, play: 0n, win: ticket.win - before }))

function byPlayer(settled: readonly Settled[], figuresOf: (each: Settled) => Omit<Figures, 'ticket'>) {
  const players = new Map<string, Figures>()
  for (const each of settled) {
    const { tickets, play, win } = figuresOf(each)
    const sum = players.get(each.ticket.playerDay) ?? { ticket: each.ticket, tickets: 0, play: 0n, win: 0n }
    sum.tickets += tickets
    sum.play += play
    sum.win += win
    players.set(each.ticket.playerDay, sum)
  }
  return Array.from(players.values(), ({ ticket, tickets, play, win }) => ({
    ...{ id: ticket.playerId, username: ticket.username, ancestry: ticket.ancestry, stakeDay: ticket.day, tickets },
    ...{ play: String(play), win: String(win) },
  }))
}
