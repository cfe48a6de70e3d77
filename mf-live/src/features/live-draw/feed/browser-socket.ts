import { storedSession } from '@cascade/web-kit'
import type { FeedSocket } from './pair-feed'

/** The socket of the gateway that served this page, not connected yet. Its library is loaded here, not with the screen. */
export async function openBrowserSocket(): Promise<FeedSocket> {
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
