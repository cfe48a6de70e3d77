import type { FeedSocket } from '../game/feed/pair-feed'

/** A socket whose server side is the test. */
export function makeFakeSocket() {
  const listeners = new Map<string, (payload: unknown) => void>()
  const sent: [event: string, payload: unknown][] = []
  const state = { connected: false, active: true, attempts: 0, closed: false }
  const socket: FeedSocket = {
    get connected() {
      return state.connected
    },
    get active() {
      return state.active
    },
    on: (event, listener) => listeners.set(event, listener),
    emit: (event, payload) => sent.push([event, payload]),
    connect: () => {
      state.attempts += 1
    },
    disconnect: () => {
      state.closed = true
    },
  }
  const hear = (event: string, payload?: unknown) => listeners.get(event)?.(payload)
  return {
    socket,
    sent,
    state,
    hear,
    connected() {
      state.connected = true
      hear('connect')
    },
    lost() {
      state.connected = false
      hear('disconnect', 'transport close')
    },
    /** Payloads of one event, oldest first. */
    sentOf: (event: string) => sent.filter(([name]) => name === event).map(([, payload]) => payload),
  }
}
