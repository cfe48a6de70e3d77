import { toPoints } from '@cascade/contracts'
import { playEvents, TransferRecorded } from '@cascade/contracts/accounts'
import { DrawSettled, type PlayTicketPush, type PlayWalletPush, TicketClaimed } from '@cascade/contracts/live'
import type { Bus, Logger } from '@cascade/service-kit'

export type PlayerListener = {
  wallet: (change: Omit<PlayWalletPush, 'number'>) => void
  ticket: (change: Omit<PlayTicketPush, 'number'>) => void
  /** Messages may be missing, or in another order than the changes. */
  gap: () => void
}
type Player = { listeners: Set<PlayerListener>; feed?: string; at: string }
export type PlayerEvents = ReturnType<typeof createPlayerEvents>

/** Balances and tickets of the players with a socket here, from the events of ledger and draws. */
export function createPlayerEvents({ bus, logger }: { bus: Pick<Bus, 'listen' | 'onReconnect'>; logger: Logger }) {
  const players = new Map<string, Player>()
  const each = (accountId: string, tell: (listener: PlayerListener) => void) => {
    for (const listener of players.get(accountId)?.listeners ?? []) tell(listener)
  }

  /** Events of one feed are in order; balances of two feeds are compared by time. */
  function wallet(accountId: string, feed: string, at: string, balance: string | null) {
    const player = players.get(accountId)
    if (!player || balance === null) return
    const isOtherFeed = player.feed !== undefined && player.feed !== feed
    if (isOtherFeed && at < player.at) return
    if (isOtherFeed && at === player.at) each(accountId, listener => listener.gap())
    Object.assign(player, { feed, at })
    each(accountId, listener => listener.wallet({ balance: toPoints(BigInt(balance)), at }))
  }

  function listen(type: string, handle: (payload: unknown) => void) {
    bus
      .listen(type, payload => {
        if (players.size > 0) handle(payload)
      })
      .catch((error: unknown) => logger.error({ err: error, type }, 'could not subscribe to events of players'))
  }

  const { stakeBooked, claimBooked, recoveryBooked } = playEvents
  for (const event of [stakeBooked, claimBooked, recoveryBooked]) {
    listen(event.shape.type.value, payload => {
      const { at, data } = event.parse(payload)
      wallet(data.player.id, 'play', at, data.playerBalance)
    })
  }
  listen(TransferRecorded.shape.type.value, payload => {
    const { at, data } = TransferRecorded.parse(payload)
    wallet(data.source.walletId, 'credit', at, data.sourceBalance)
    wallet(data.destination.walletId, 'credit', at, data.destinationBalance)
  })
  listen(DrawSettled.shape.type.value, payload => {
    const { gameId, drawId, resultVersion, players: settled } = DrawSettled.parse(payload).data
    const change = resultVersion > 1 ? 'corrected' : 'settled'
    for (const { id, tickets, win } of settled)
      each(id, listener => listener.ticket({ change, gameId, drawId, tickets, amount: toPoints(BigInt(win)) }))
  })
  listen(TicketClaimed.shape.type.value, payload => {
    const { gameId, player, tickets, amount } = TicketClaimed.parse(payload).data
    const change = { change: 'claimed' as const, gameId, drawId: null, tickets, amount: toPoints(BigInt(amount)) }
    each(player.id, listener => listener.ticket(change))
  })
  bus.onReconnect(() => {
    for (const accountId of players.keys()) each(accountId, listener => listener.gap())
  })

  return {
    /** @returns the end of the subscription */
    listen(accountId: string, listener: PlayerListener): () => void {
      const player = players.get(accountId) ?? { listeners: new Set(), at: '' }
      players.set(accountId, player)
      player.listeners.add(listener)
      return () => {
        player.listeners.delete(listener)
        if (player.listeners.size === 0) players.delete(accountId)
      }
    },
  }
}
