import type { LiveGame, TimerPush } from '@cascade/contracts/live'

/** The time left until the draw as `mm:ss`, by the server's clock. */
export function timerOf({ gameId, drawAt, now }: Pick<LiveGame, 'gameId' | 'drawAt' | 'now'>): TimerPush {
  const seconds = Math.max(0, Math.ceil((Date.parse(drawAt) - Date.parse(now)) / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  return { gameId, time: `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`, drawAt, now }
}
