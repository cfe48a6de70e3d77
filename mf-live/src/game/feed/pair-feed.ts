import { FeedError, type FeedRequest, LiveChange, LiveGame, liveChangeEvent, TimerPush } from '@cascade/contracts/live'
import type { Pair } from '../snapshot'
import { type FeedPhase, freshForMs } from './liveness'

/** The used part of a socket.io socket. */
export type FeedSocket = {
  readonly connected: boolean
  /** Whether the library reconnects on its own. */
  readonly active: boolean
  on: (event: string, listener: (payload: unknown) => void) => unknown
  emit: (event: string, payload: FeedRequest) => unknown
  connect: () => unknown
  disconnect: () => unknown
}

export type FeedListener = {
  game: (live: LiveGame) => void
  /** @returns false if the change does not follow the cached state, so the full state must be requested */
  change: (change: LiveChange) => boolean
  timer: (push: TimerPush, pair: Pair) => void
  phase: (phase: FeedPhase) => void
}

export type PairFeed = {
  /** Switches to another offering. */
  watch: (pair: Pair) => void
  /** Requests the time left. @returns whether the request could be sent */
  askTimer: () => boolean
  stop: () => void
}

/** Debounce: a user stepping through the menu passes several offerings. */
const watchDelayMs = 300
/** Pause before a retry after a rejection or disconnect by the server. */
const retryAfterMs = 3_000

/**
 * Watches one offering over a socket. Requests the full state only when the offering changes, after a reconnection and
 * when a change is missing.
 */
export function createPairFeed(socket: FeedSocket, listener: FeedListener): PairFeed {
  let pair: Pair | undefined
  let asking: ReturnType<typeof setTimeout> | undefined
  let repeating: ReturnType<typeof setTimeout> | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined

  const ask = () => {
    if (!pair || !socket.connected) return
    socket.emit('gameData', { ...pair, changes: true })
    socket.emit('timerData', pair)
  }
  const later = (action: () => void) => {
    clearTimeout(repeating)
    repeating = setTimeout(action, retryAfterMs)
  }
  const heard = (tickMs: number | undefined) => {
    clearTimeout(waiting)
    listener.phase('live')
    if (tickMs !== undefined) waiting = setTimeout(silent, freshForMs(tickMs), tickMs)
  }
  /** Two silent ticks: treat the feed as lost although the socket is connected, and request the state again. */
  const silent = (tickMs: number) => {
    listener.phase('down')
    ask()
    waiting = setTimeout(silent, freshForMs(tickMs), tickMs)
  }
  const lost = () => {
    clearTimeout(waiting)
    listener.phase('down')
    if (!socket.active) later(() => socket.connect())
  }

  socket.on('connect', ask)
  socket.on('disconnect', lost)
  socket.on('connect_error', lost)
  socket.on('responseData', payload => {
    const failed = FeedError.safeParse(payload)
    if (failed.success) clearTimeout(waiting)
    if (failed.data?.removed) return listener.phase('removed')
    if (failed.success) {
      listener.phase('down')
      return later(ask)
    }
    const parsed = LiveGame.safeParse(payload)
    // A push for the previous offering may still be in flight.
    if (!parsed.success || parsed.data.adminId !== pair?.adminId || parsed.data.gameId !== pair.gameId) return
    heard(parsed.data.tickMs)
    listener.game(parsed.data)
  })
  socket.on(liveChangeEvent, payload => {
    const parsed = LiveChange.safeParse(payload)
    if (!parsed.success || parsed.data.adminId !== pair?.adminId || parsed.data.gameId !== pair.gameId) return
    if (listener.change(parsed.data)) heard(parsed.data.tickMs)
    else ask()
  })
  socket.on('timer', payload => {
    const parsed = TimerPush.safeParse(payload)
    if (pair && parsed.success && parsed.data.gameId === pair.gameId) listener.timer(parsed.data, pair)
  })

  return {
    watch(next) {
      pair = next
      listener.phase('connecting')
      clearTimeout(asking)
      clearTimeout(repeating)
      clearTimeout(waiting)
      asking = setTimeout(() => (socket.connected ? ask() : socket.connect()), watchDelayMs)
    },
    askTimer() {
      if (pair && socket.connected) socket.emit('timerData', pair)
      return socket.connected
    },
    stop() {
      clearTimeout(asking)
      clearTimeout(repeating)
      clearTimeout(waiting)
      pair = undefined
      socket.disconnect()
    },
  }
}
