import { openBrowserSocket } from './browser-socket'
import type { FeedSocket } from './pair-feed'

type Opener = () => Promise<FeedSocket>

let opener: Opener = openBrowserSocket

/** Opens a socket to the gateway, not connected yet. */
export const openSocket: Opener = () => opener()

/** Replaces where sockets come from; without an argument they are the browser's own again. */
export function setSocketOpener(replacement: Opener = openBrowserSocket): void {
  opener = replacement
}
