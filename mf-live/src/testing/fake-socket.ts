import type { FeedSocket } from '../game/feed/offering-feed'

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
  const receive = (event: string, payload?: unknown) => listeners.get(event)?.(payload)
  return {
    socket,
    sent,
    state,
    receive,
    connected() {
      state.connected = true
      receive('connect')
    },
    lost() {
      state.connected = false
      receive('disconnect', 'transport close')
    },
    /** Payloads of one event, oldest first. */
    payloadsOf: (event: string) => sent.filter(([name]) => name === event).map(([, payload]) => payload),
  }
}
