import type { DrawSettled } from '@cascade/contracts/live'
import { type WinningLegs, winnings } from '@cascade/draw-rules'
import type { Play } from '../records/plays'
import type { Ticket } from '../records/ticket'

export type Winning = { legs: WinningLegs; booster: number; resultVersion: number }

export type SettledChunk = {
  /** Hundredths from pool to wins, negative for the way back; for a correction only the differences. */
  amount: bigint
  changed: Ticket[]
  players: Omit<DrawSettled['data']['players'][number], 'rates'>[]
}

/**
 * Effect of a result on a chunk of tickets; tickets it does not affect may be left out. Pure, so it can be recomputed
 * after a crash.
 * @param plays stakes of the chunk, for the events of the first result
 */
export function settleChunk(
  tickets: readonly Ticket[],
  { legs, booster }: Winning,
  plays: readonly Play[] = [],
): SettledChunk {
  const winOf = (ticket: Ticket) => (ticket.void ? 0n : winnings(ticket.lines, legs, booster))
  const changes = tickets
    .map(ticket => ({ before: ticket.win, ticket: { ...ticket, win: winOf(ticket) } }))
    .filter(({ before, ticket }) => ticket.win !== before)
  return {
    amount: changes.reduce((sum, { before, ticket }) => sum + ticket.win - before, 0n),
    changed: changes.map(({ ticket }) => ticket),
    players: groupByPlayer(plays, changes),
  }
}

type Change = { before: bigint; ticket: Ticket }
type PlayerPlay = Omit<Play, 'chunk'>

function groupByPlayer(plays: readonly Play[], changes: readonly Change[]): SettledChunk['players'] {
  const players = new Map<string, PlayerPlay & { win: bigint }>()
  for (const play of plays) players.set(play.playerDay, { ...play, win: 0n })
  for (const { before, ticket } of changes) {
    const { playerId, username, ancestry, day, playerDay } = ticket
    const player = { playerId, username, ancestry, day, playerDay }
    const sum = players.get(playerDay) ?? { ...player, tickets: 0, stake: 0n, win: 0n }
    players.set(playerDay, { ...sum, win: sum.win + ticket.win - before })
  }
  return Array.from(players.values(), ({ playerId, username, ancestry, day, tickets, stake, win }) => ({
    id: playerId,
    username,
    ancestry,
    stakeDay: day,
    tickets,
    play: String(stake),
    win: String(win),
  }))
}
