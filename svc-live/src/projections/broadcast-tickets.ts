import { DrawSettled, type PlayersChanged, playersChangedSubject, TicketClaimed } from '@cascade/contracts/live'
import type { Broadcast } from '@cascade/service-kit'

/** Settled, corrected and claimed tickets, for their players. */
export const broadcastTickets: Broadcast = (events, range) => {
  const tickets = events.flatMap(({ type, data }): PlayersChanged['tickets'] => {
    if (type === DrawSettled.shape.type.value) return settledTickets(DrawSettled.shape.data.parse(data))
    return type === TicketClaimed.shape.type.value ? [claimedTickets(TicketClaimed.shape.data.parse(data))] : []
  })
  return {
    subject: playersChangedSubject('live'),
    payload: { ...range, wallets: [], tickets } satisfies PlayersChanged,
  }
}

const settledTickets = ({ gameId, drawId, resultVersion, players }: DrawSettled['data']) =>
  players.map(({ id, tickets, win }) => {
    const change = resultVersion > 1 ? ('corrected' as const) : ('settled' as const)
    return { accountId: id, change, gameId, drawId, tickets, amount: win }
  })

const claimedTickets = ({ gameId, player, tickets, amount }: TicketClaimed['data']) => ({
  accountId: player.id,
  change: 'claimed' as const,
  gameId,
  drawId: null,
  tickets,
  amount,
})
