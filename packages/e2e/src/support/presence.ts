import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

/**
 * Holds a live connection like a player's game client, while the page (any page of the suite) stays open. Socket.IO
 * frames: 40 connect, 2 ping, 3 pong.
 */
export function holdConnection(page: Page, token: string): Promise<void> {
  return page.evaluate(
    auth =>
      new Promise<void>((resolve, reject) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
        socket.onerror = () => reject(new Error('no connection'))
        socket.onmessage = ({ data }: MessageEvent<string>) => {
          if (data.startsWith('0')) socket.send(`40${JSON.stringify({ token: auth })}`)
          if (data.startsWith('40')) resolve()
          if (data.startsWith('44')) reject(new Error(data))
          if (data === '2') socket.send('3')
        }
      }),
    token,
  )
}

/** Reloads the list until the row shows the status: presence updates take a few seconds. */
export async function expectPresence(page: Page, row: Locator, status: 'Online' | 'Offline'): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: 'Reload' }).click()
        return (await row.getByRole('cell').nth(5).textContent())?.trim()
      },
      { interval: 500 },
    )
    .toBe(status)
}
