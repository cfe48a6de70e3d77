import type { AnyEvent } from '@cascade/contracts'
import { PlayersChanged } from '@cascade/contracts/live'
import { describe, expect, it } from 'vitest'
import { broadcastTickets } from './broadcast-tickets'

const range = { after: 4, upTo: 7 }
const event = (type: string, data: unknown): AnyEvent => {
  const envelope = { actor: null, correlationId: 'c', causationId: null, seq: 5 }
  return { id: 'e', type, at: '2026-03-01T10:00:00.000Z', data, ...envelope }
}
const player = { id: 'p1', username: 'p1', ancestry: {} }
const rates = { superareamanager: 0, areamanager: 0, master: 0, player: 0 }
const settled = { ...player, stakeDay: '2026-03-01', tickets: 2, play: '1000', win: '9000', rates }

function settlement(resultVersion: number) {
  const draw = { adminId: 'a', gameId: 'G', drawId: 'd1', resultVersion, drawAt: '2026-03-01T10:00:00.000Z' }
  const data = { ...draw, result: '7', booster: 1, chunk: 0, day: '2026-03-01', players: [settled] }
  return event('live.draw.settled.v1', data)
}
const ticketsOf = (...events: AnyEvent[]) => PlayersChanged.parse(broadcastTickets(events, range)?.payload).tickets

describe('broadcastTickets', () => {
  it('distinguishes settled draws from corrected ones', () => {
    const ticket = { accountId: 'p1', gameId: 'G', drawId: 'd1', tickets: 2, amount: '9000' }
    expect(ticketsOf(settlement(1), settlement(2))).toEqual([
      { ...ticket, change: 'settled' },
      { ...ticket, change: 'corrected' },
    ])
  })

  it('names claimed tickets without a draw', () => {
    const claim = { claimId: 'c', adminId: 'a', gameId: 'G', player, amount: '9000', tickets: 2, day: '2026-03-01' }
    expect(ticketsOf(event('live.ticket.claimed.v1', { ...claim, isAutomatic: false }))).toEqual([
      { accountId: 'p1', change: 'claimed', gameId: 'G', drawId: null, tickets: 2, amount: '9000' },
    ])
  })

  it('sends the range of other events', () => {
    expect(broadcastTickets([event('live.game.busy.v1', {})], range)).toEqual({
      subject: 'feed.players.live',
      payload: { ...range, wallets: [], tickets: [] },
    })
  })
})
