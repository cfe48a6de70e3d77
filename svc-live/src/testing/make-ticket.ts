import { v7 as uuidv7 } from 'uuid'
import { chunkSize, playerDayOf, type Ticket } from '../records/ticket'

/** A ticket of 10 points on the 7 by default; its stake follows from its lines. */
export function makeTicket(overrides: Partial<Ticket> = {}): Ticket {
  const { lines = [{ leg: 'straight:7', quantity: 10 }], place = 0, playerId = 'p1', day = '2026-03-01' } = overrides
  return {
    _id: uuidv7(),
    drawId: 'a1_MNOQqWWi_1772359260',
    adminId: 'a1',
    gameId: 'MNOQqWWi',
    gameVersion: 1,
    playerId,
    username: playerId,
    ancestry: { superadmin: 'root', admin: 'a1' },
    place,
    chunk: Math.floor(place / chunkSize),
    lines,
    stake: lines.reduce((sum, { quantity }) => sum + BigInt(quantity) * 100n, 0n),
    balanceAfter: 0n,
    at: new Date('2026-03-01T10:00:10.000Z'),
    seq: place + 1,
    day,
    playerDay: playerDayOf(playerId, day),
    inDay: 0,
    inGame: 0,
    win: 0n,
    claimed: 0n,
    claimedAt: null,
    ...overrides,
  }
}
