import type { SessionClient } from '@cascade/contracts/client'
import { liveChangeEvent } from '@cascade/contracts/live'
import { io } from 'socket.io-client'

/** Watches games of an admin as live screens do, without a browser. */
export async function openScreens(url: string, { token, user }: SessionClient, gameIds: readonly string[]) {
  let count = 0
  const open = (gameId: string) =>
    new Promise<() => void>((resolve, reject) => {
      const socket = io(url, { transports: ['websocket'], forceNew: true, auth: { token } })
      socket.on('connect_error', reject)
      socket.on('connect', () => socket.emit('gameData', { adminId: user._id, gameId, changes: true }))
      socket.once('responseData', () => resolve(() => socket.disconnect()))
      socket.on(liveChangeEvent, () => count++)
    })
  const closings = await Promise.all(gameIds.map(open))
  return {
    /** Changes received by all screens. */
    changes: () => count,
    close() {
      for (const close of closings) close()
    },
  }
}
