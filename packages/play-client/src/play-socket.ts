import type { PlayAnnouncementPush, PlayDraw, PlayPushes, PlayTicketPush } from '@cascade/contracts/live'
import { io } from 'socket.io-client'

export type PlayHandlers = {
  /** The open draw of the followed game, after each change. */
  draw?: (gameId: string, draw: PlayDraw) => void
  balance?: (points: number) => void
  /** Tickets of the player changed: undefined if it is unknown which, so read them again. */
  tickets?: (change: PlayTicketPush | undefined) => void
  /** All announcements in force for the player, after each change. */
  announcements?: (announcements: PlayAnnouncementPush['announcements']) => void
  /** The followed game cannot be shown; a text for the player. */
  failed?: (message: string) => void
  /** Each message as it arrived, or `gap` before the state is read again. */
  message?: (event: keyof PlayPushes | 'gap', message: unknown) => void
}

/** The used part of a socket of socket.io. */
type Socket = {
  on: (event: string, handle: (argument: never) => void) => unknown
  emit: (event: string, payload: unknown) => unknown
  connect: () => unknown
  disconnect: () => unknown
}
export type OpenSocket = (url: string, readToken: () => string) => Socket

export const openSocket: OpenSocket = (url, readToken) =>
  io(url, {
    transports: ['websocket'],
    autoConnect: false,
    forceNew: true,
    auth: send => send({ token: readToken() }),
  }) as Socket

type Deps = {
  socket: Socket
  handlers: PlayHandlers
  readDraw: (gameId: string) => Promise<PlayDraw>
  readBalance: () => Promise<number>
  renewSession: () => Promise<unknown>
  readClock: (now: string) => void
}

/** Follows draws, balance and tickets. After a gap in the numbers, and after each connect, the state is read again. */
export function createPlaySocket({ socket, handlers, readDraw, readBalance, renewSession, readClock }: Deps) {
  let number = 0
  let followed: string | undefined
  let latest: PlayDraw | undefined
  let balances = 0

  function showDraw(gameId: string, draw: PlayDraw) {
    if (gameId !== followed || (latest && Date.parse(draw.now) < Date.parse(latest.now))) return
    latest = draw
    handlers.draw?.(gameId, draw)
  }

  function showBalance(points: number) {
    balances += 1
    handlers.balance?.(points)
  }

  /** Messages that arrive during the read take precedence. A failed read is repeated after the next gap or connect. */
  async function reload() {
    const game = followed
    const before = balances
    handlers.tickets?.(undefined)
    await Promise.allSettled([
      readBalance().then(points => before === balances && showBalance(points)),
      game !== undefined && readDraw(game).then(draw => showDraw(game, draw)),
    ])
  }

  function receive<E extends keyof PlayPushes>(event: E, show: (message: PlayPushes[E]) => void) {
    socket.on(event, (message: PlayPushes[E]) => {
      const isGap = message.number !== number + 1
      number = message.number
      handlers.message?.(event, message)
      show(message)
      if (!isGap) return
      handlers.message?.('gap', { number })
      void reload()
    })
  }

  receive('playDraw', message => {
    if ('error' in message) return message.gameId === followed && handlers.failed?.(message.error)
    readClock(message.draw.now)
    showDraw(message.gameId, message.draw)
  })
  receive('playWallet', ({ balance }) => showBalance(balance))
  receive('playTicket', change => handlers.tickets?.(change))
  receive('playAnnouncement', ({ announcements }) => handlers.announcements?.(announcements))
  const reconnect = () => renewSession().then(socket.connect.bind(socket), () => undefined)
  socket.on('connect', () => {
    number = 0
    if (followed !== undefined) socket.emit('play', { gameId: followed })
    void reload()
  })
  socket.on('disconnect', (reason: string) => {
    // The session has ended: the only case in which socket.io does not reconnect by itself.
    if (reason === 'io server disconnect') void reconnect()
  })
  socket.on('connect_error', (error: { data?: { code?: string } }) => {
    if (error.data?.code === 'UNAUTHENTICATED') void reconnect()
  })
  socket.connect()

  return {
    follow(gameId: string | undefined) {
      followed = gameId
      latest = undefined
      socket.emit('play', gameId === undefined ? {} : { gameId })
    },
    close: () => void socket.disconnect(),
  }
}
