import {
  playEvents,
  SessionEnded,
  type SessionsEnded,
  sessionsEndedSubject,
  type TransferRecorded,
} from '@cascade/contracts/accounts'
import { type PlayersChanged, playersChangedSubject } from '@cascade/contracts/live'
import type { Broadcast } from '@cascade/service-kit'

/** Ended sessions, for gateways and for the other replicas of this service. */
export const broadcastEndedSessions: Broadcast = events => {
  const ended = events.filter(({ type }) => type === SessionEnded.shape.type.value)
  if (ended.length === 0) return undefined
  const payload: SessionsEnded = ended.map(event => SessionEnded.shape.data.parse(event.data))
  return { subject: sessionsEndedSubject, payload }
}

/** Balances after transfers, for the players among the parties. */
export const broadcastTransfers: Broadcast = (events, range) => {
  const wallets = events.flatMap(({ at, data }) => {
    const { source, destination, sourceBalance, destinationBalance } = data as TransferRecorded['data']
    const legs = [
      { ...source, balance: sourceBalance },
      { ...destination, balance: destinationBalance },
    ]
    return legs.flatMap(({ role, walletId, balance }) =>
      role === 'player' && balance !== null ? [{ accountId: walletId, at, balance }] : [],
    )
  })
  return {
    subject: playersChangedSubject('credit'),
    payload: { ...range, wallets, tickets: [] } satisfies PlayersChanged,
  }
}

const { stakeBooked, claimBooked, recoveryBooked, voidBooked } = playEvents
const withBalance = new Set<string>(
  [stakeBooked, claimBooked, recoveryBooked, voidBooked].map(({ shape }) => shape.type.value),
)

/** Balances after stakes, claims, recoveries and voids. */
export const broadcastPlay: Broadcast = (events, range) => {
  const wallets = events.flatMap(({ type, at, data }) => {
    if (!withBalance.has(type)) return []
    const { player, playerBalance } = data as { player: { id: string }; playerBalance: string }
    return [{ accountId: player.id, at, balance: playerBalance }]
  })
  return {
    subject: playersChangedSubject('play'),
    payload: { ...range, wallets, tickets: [] } satisfies PlayersChanged,
  }
}
