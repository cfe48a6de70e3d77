import { storedSession } from '@cascade/web-kit'
import type { FeedSocket } from './pair-feed'

type Opener = () => Promise<FeedSocket>

/** The socket of the gateway that served this page, not connected yet. Its library is loaded here, not with the screen. */
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
    // Read at every attempt; without a stored token the cookie serves.
    auth: send => send({ token: storedSession().token ?? undefined }),
  })
}

let opener = openBrowserSocket

/** Opens a socket to the gateway, not connected yet. */
export const openSocket: Opener = () => opener()

/** Replaces where sockets come from; without an argument they are the browser's own again. */
export function setSocketOpener(replacement: Opener = openBrowserSocket): void {
  opener = replacement
}
