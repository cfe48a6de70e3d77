import { storedSession } from '@cascade/web-kit'
import type { FeedSocket } from './offering-feed'

type Opener = () => Promise<FeedSocket>

/** An unconnected socket to the page's gateway. The library is loaded on demand. */
const openBrowserSocket: Opener = async () => {
  const { io } = await import('socket.io-client')
  return io({
    transports: ['websocket'],
    upgrade: false,
    reconnection: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
    timeout: 10_000,
    autoConnect: false,
    // Read on every attempt; without a stored token the session cookie is used.
    auth: send => send({ token: storedSession().token ?? undefined }),
  })
}

let opener = openBrowserSocket

/** Creates an unconnected socket to the gateway. */
export const openSocket: Opener = () => opener()

/** Replaces the socket factory in tests; without an argument, restores the default. */
export function setSocketOpener(replacement: Opener = openBrowserSocket): void {
  opener = replacement
}
