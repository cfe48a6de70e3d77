import { exampleLiveGame, type LiveGame, type LiveOption } from '@cascade/contracts/live'

/** An open draw of Fun Target, 60 s long and 30 s before its end, without stakes. */
export function makeLiveGame(overrides: Partial<LiveGame> = {}): LiveGame {
  return {
    ...exampleLiveGame,
    adminId: 'admin-1',
    gameId: 'MNOQqWWi',
    gameName: 'Fun Target',
    drawId: 'draw-1',
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
  return labels.map(label => ({
    drawno: label,
    label,
    sum: 0,
    liability: 0,
    liabilityBoosted: 0,
    ...more,
  }))
}
