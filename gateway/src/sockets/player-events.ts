import { toPoints } from '@cascade/contracts'
import {
  PlayersChanged,
  type PlayTicketPush,
  type PlayWalletPush,
  playersChangedSubject,
} from '@cascade/contracts/live'
import type { Bus, Logger } from '@cascade/service-kit'

export type PlayerListener = {
  wallet: (change: Omit<PlayWalletPush, 'number'>) => void
  ticket: (change: Omit<PlayTicketPush, 'number'>) => void
  /** Messages may be missing, or in another order than the changes. */
  gap: () => void
}
type Player = { listeners: Set<PlayerListener>; feed?: string; at: string }
export type PlayerEvents = ReturnType<typeof createPlayerEvents>

/** Balances and tickets of the players with a socket here, as ledger and draws announce them. */
export function createPlayerEvents({ bus, logger }: { bus: Pick<Bus, 'listen' | 'onReconnect'>; logger: Logger }) {
  const players = new Map<string, Player>()
  const each = (accountId: string, notify: (listener: PlayerListener) => void) => {
    for (const listener of players.get(accountId)?.listeners ?? []) notify(listener)
  }

  /** Events of one feed are in order; balances of two feeds are compared by time. */
  function wallet(accountId: string, feed: string, at: string, balance: string) {
    const player = players.get(accountId)
    if (!player) return
    const isOtherFeed = player.feed !== undefined && player.feed !== feed
    if (isOtherFeed && at < player.at) return
    if (isOtherFeed && at === player.at) each(accountId, listener => listener.gap())
    Object.assign(player, { feed, at })
    each(accountId, listener => listener.wallet({ balance: toPoints(BigInt(balance)), at }))
  }

  const report = (accountId: string, { amount, ...ticket }: Omit<PlayersChanged['tickets'][number], 'accountId'>) =>
    each(accountId, listener => listener.ticket({ ...ticket, amount: toPoints(BigInt(amount)) }))

  const reportGap = () => {
    for (const accountId of players.keys()) each(accountId, listener => listener.gap())
  }

  /** By feed, the number up to which its messages have arrived. */
  const received = new Map<string, number>()
  bus
    .listen(playersChangedSubject('*'), (payload, subject) => {
      const { after, upTo, wallets, tickets } = PlayersChanged.parse(payload)
      if ((received.get(subject) ?? after) !== after) reportGap()
      received.set(subject, upTo)
      for (const { accountId, at, balance } of wallets) wallet(accountId, subject, at, balance)
      for (const { accountId, ...ticket } of tickets) report(accountId, ticket)
    })
    .catch((error: unknown) => logger.error({ err: error }, 'could not subscribe to changes of players'))
  bus.onReconnect(() => {
    received.clear()
    reportGap()
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
