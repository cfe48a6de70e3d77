import { exampleOf } from '../call-example'
import { type LiveGame, liveApi } from './api'

/** An open draw of Fun Target, 60 s long and 30 s before its end, without stakes. */
export const liveGameExample: LiveGame = {
  adminId: 'admin-1',
  gameId: 'MNOQqWWi',
  gameName: 'Fun Target',
  drawId: 'draw-1',
  drawAt: '2026-01-05T10:01:00.000Z',
  now: '2026-01-05T10:00:30.000Z',
  timecount: 60,
  data: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'].map(label => ({ drawno: label, label, sum: 0 })),
  dataColors: [],
  dataCardTypes: [],
  percentageData: [{ gameBalance: 0 }],
  collections: { totalPlaypoints: 0, totalWinpoints: 0, totalDraw: 0 },
  lastData: { data: [] },
}

const { adminId, gameId, gameName, drawAt, now } = liveGameExample

export const liveCallExamples = {
  ...exampleOf(liveApi.loadGame, { query: { adminId, gameId }, answer: { success: true, data: liveGameExample } }),
  ...exampleOf(liveApi.timer, {
    query: { gameId },
    answer: { success: true, data: '00:30', time: '00:30', drawAt, now },
  }),
  ...exampleOf(liveApi.games, {
    answer: { success: true, data: [{ adminId, username: 'admin1', gameId, gameName }] },
  }),
  ...exampleOf(liveApi.whatIf, {
    query: { adminId, gameId, winpercentage: 20 },
    answer: {
      success: true,
      data: {
        draws: [
          {
            ...{ drawId: 'draw-0', drawAt: '2026-01-05T10:00:00.000Z', stake: 100, manual: false },
            ...{ result: '7', paid: 90, kept: 10, instead: { result: '3', paid: 45, kept: 55 } },
          },
        ],
        sums: { stake: 100, paid: 90, kept: 10, instead: { paid: 45, kept: 55 } },
      },
    },
  }),
}
