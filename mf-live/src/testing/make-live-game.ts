import { type LiveGame, type LiveOption, liveGameExample } from '@cascade/contracts/live'

/** An open draw as the contracts show it: Fun Target, 60 s long and 30 s before its end, without stakes. */
export const makeLiveGame = (overrides: Partial<LiveGame> = {}): LiveGame => ({ ...liveGameExample, ...overrides })

/** The same draw as it is told now, `secondsLeft` before its end by a server whose clock differs by `ahead` ms. */
export function makeOpenDraw(secondsLeft: number, ahead = 0, overrides: Partial<LiveGame> = {}): LiveGame {
  const now = Date.now() + ahead
  return makeLiveGame({
    now: new Date(now).toISOString(),
    drawAt: new Date(now + secondsLeft * 1000).toISOString(),
    ...overrides,
  })
}

export function makeOptions(labels: readonly string[], more: Partial<LiveOption> = {}): LiveOption[] {
  return labels.map(label => ({ drawno: label, label, sum: 0, ...more }))
}
