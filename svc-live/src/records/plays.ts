import type { Ticket } from './ticket'

/** A player's stakes in one chunk on one day, with the ancestry of the first ticket. */
export type Play = Pick<Ticket, 'chunk' | 'playerId' | 'username' | 'ancestry' | 'day' | 'playerDay'> & {
  tickets: number
  stake: bigint
}
/** The database returns counts and sums as number or bigint. */
export type PlayRow = Pick<Play, 'playerId' | 'username' | 'day'> & {
  _id: Pick<Play, 'chunk' | 'playerDay' | 'ancestry'>
  place: number
  tickets: number | bigint
  stake: number | bigint
}

/** Groups tickets into rows. */
export const playGroup = {
  _id: { chunk: '$chunk', playerDay: '$playerDay', ancestry: '$ancestry' },
  playerId: { $min: '$playerId' },
  username: { $min: '$username' },
  day: { $min: '$day' },
  tickets: { $sum: 1 },
  stake: { $sum: '$stake' },
  place: { $min: '$place' },
}

/** In booking order. A player who was moved meanwhile is merged into one. */
export function mergePlays(rows: readonly PlayRow[]): Play[] {
  const plays = new Map<string, Play>()
  for (const { _id, place: _place, tickets, stake, ...who } of [...rows].sort((a, b) => a.place - b.place)) {
    const key = `${_id.chunk}|${_id.playerDay}`
    const play = plays.get(key) ?? { ...who, ..._id, tickets: 0, stake: 0n }
    play.tickets += Number(tickets)
    play.stake += BigInt(stake)
    plays.set(key, play)
  }
  return [...plays.values()]
}
