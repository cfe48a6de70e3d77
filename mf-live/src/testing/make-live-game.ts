import { type LiveGame, type LiveOption, liveGameExample } from '@cascade/contracts/live'

/** An open draw of Fun Target, 60 s long and 30 s before its end, without stakes. */
export function makeLiveGame(overrides: Partial<LiveGame> = {}): LiveGame {
  return {
    ...liveGameExample,
    adminId: 'admin-1',
    gameId: 'MNOQqWWi',
    gameName: 'Fun Target',
    drawId: 'draw-1',
    opensAt: '2025-03-04T05:00:00.000Z',
    lockAt: '2025-03-04T05:00:55.000Z',
    drawAt: '2025-03-04T05:01:00.000Z',
    now: '2025-03-04T05:00:30.000Z',
    timecount: 60,
    data: makeOptions(['1', '2', '3', '4', '5', '6', '7', '8', '9', '0']),
    dataColors: [],
    dataCardTypes: [],
    percentageData: [{ gameBalance: 0 }],
    collections: { totalPlaypoints: 0, totalWinpoints: 0, totalDraw: 0 },
    lastData: { data: [] },
    ...overrides,
  }
}

/** The same draw at the current time, `secondsLeft` before its end; the server's clock is ahead by `aheadMs`. */
export function makeOpenDraw(secondsLeft: number, aheadMs = 0, overrides: Partial<LiveGame> = {}): LiveGame {
  const now = Date.now() + aheadMs
  return makeLiveGame({
    now: new Date(now).toISOString(),
    lockAt: new Date(now + (secondsLeft - 5) * 1000).toISOString(),
    drawAt: new Date(now + secondsLeft * 1000).toISOString(),
    ...overrides,
  })
}

export function makeOptions(labels: readonly string[], more: Partial<LiveOption> = {}): LiveOption[] {
  return labels.map(label => ({
    drawno: label,
    label,
    sum: 0,
    liability: 0,
    liabilityBoosted: 0,
    ...more,
  }))
}
