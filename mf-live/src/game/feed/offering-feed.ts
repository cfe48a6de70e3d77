import { FeedError, type FeedRequest, LiveChange, LiveGame, liveChangeEvent, TimerPush } from '@cascade/contracts/live'
import type { Offering } from '../snapshot'
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
  timer: (push: TimerPush, offering: Offering) => void
  phase: (phase: FeedPhase) => void
}

export type OfferingFeed = {
  watch: (offering: Offering) => void
  /** Requests the time left. @returns whether the request could be sent */
  requestTimer: () => boolean
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
export function createOfferingFeed(socket: FeedSocket, listener: FeedListener): OfferingFeed {
  let offering: Offering | undefined
  let requestTimeout: ReturnType<typeof setTimeout> | undefined
  let retryTimeout: ReturnType<typeof setTimeout> | undefined
  let silenceTimeout: ReturnType<typeof setTimeout> | undefined

  const requestState = () => {
    if (!offering || !socket.connected) return
    socket.emit('gameData', { ...offering, changes: true })
    socket.emit('timerData', offering)
  }
  const retryLater = (action: () => void) => {
    clearTimeout(retryTimeout)
    retryTimeout = setTimeout(action, retryAfterMs)
  }
  const onReceived = (tickMs: number | undefined) => {
    clearTimeout(silenceTimeout)
    listener.phase('live')
    if (tickMs !== undefined) silenceTimeout = setTimeout(onSilence, freshForMs(tickMs), tickMs)
  }
  /** Two silent ticks: treat the feed as lost although the socket is connected, and request the state again. */
  const onSilence = (tickMs: number) => {
    listener.phase('down')
    requestState()
    silenceTimeout = setTimeout(onSilence, freshForMs(tickMs), tickMs)
  }
  const onLost = () => {
    clearTimeout(silenceTimeout)
    listener.phase('down')
    if (!socket.active) retryLater(() => socket.connect())
  }

  socket.on('connect', requestState)
  socket.on('disconnect', onLost)
  socket.on('connect_error', onLost)
  socket.on('responseData', payload => {
    const failed = FeedError.safeParse(payload)
    if (failed.success) clearTimeout(silenceTimeout)
    if (failed.data?.removed) return listener.phase('removed')
    if (failed.success) {
      listener.phase('down')
      return retryLater(requestState)
    }
    const parsed = LiveGame.safeParse(payload)
    // A push for the previous offering may still be in flight.
    if (!parsed.success || parsed.data.adminId !== offering?.adminId || parsed.data.gameId !== offering.gameId) return
    onReceived(parsed.data.tickMs)
    listener.game(parsed.data)
  })
  socket.on(liveChangeEvent, payload => {
    const parsed = LiveChange.safeParse(payload)
    if (!parsed.success || parsed.data.adminId !== offering?.adminId || parsed.data.gameId !== offering.gameId) return
    if (listener.change(parsed.data)) onReceived(parsed.data.tickMs)
    else requestState()
  })
  socket.on('timer', payload => {
    const parsed = TimerPush.safeParse(payload)
    if (offering && parsed.success && parsed.data.gameId === offering.gameId) listener.timer(parsed.data, offering)
  })

  return {
    watch(next) {
      offering = next
      listener.phase('connecting')
      clearTimeout(requestTimeout)
      clearTimeout(retryTimeout)
      clearTimeout(silenceTimeout)
      requestTimeout = setTimeout(() => (socket.connected ? requestState() : socket.connect()), watchDelayMs)
    },
    requestTimer() {
      if (offering && socket.connected) socket.emit('timerData', offering)
      return socket.connected
    },
    stop() {
      clearTimeout(requestTimeout)
      clearTimeout(retryTimeout)
      clearTimeout(silenceTimeout)
      offering = undefined
      socket.disconnect()
    },
  }
}
