import { exampleOf } from '../../call-example'
import { dashboardApi } from './dashboard-api'
import { type AdminCommissionRow, figuresApi, type PayoutRow, type TurnoverRow } from './figures-api'

export const verifiedExample = { upTo: '2026-01-05T10:00:00.000Z', ageSeconds: 720, faults: 0 }
const day = '2026-01-05'
const aboutReport = { startDate: day, endDate: day, verified: verifiedExample }
const period = { preset: 7 as const, page: 1, size: 10 }

const sums = { playPoints: 1000, winPoints: 850, endPoints: 150, commission: 60, net: 90 }

export const turnoverRowExample: TurnoverRow = {
  id: 'a1',
  role: 'admin',
  username: 'admin1',
  ...sums,
  supercom: 20,
  distcom: 15,
  retailcom: 15,
  usercom: 10,
  hasChildren: true,
}

export const payoutRowExample: PayoutRow = {
  ...{ _id: 's1', username: 'superareamanager1', role: 'superareamanager', commission: 2 },
  totalcommission: 1000,
  amount: 20,
}

export const adminCommissionRowExample: AdminCommissionRow = {
  ...{ adminId: 'a1', gameId: 'MNOQqWWi', gameName: 'Fun Target', username: 'admin1', nofDigit: 10 },
  ...{ winpercentage: 10, totalpoints: 1000, totalwinpoints: 850, commission: 100 },
}

const game = { gameId: 'MNOQqWWi', gameName: 'Fun Target', playPoints: 1000, winPoints: 850, endPoints: 150 }
const hour = { at: '2026-01-05T09', ...sums }
const root = { _id: 'r1', username: 'superadmin', role: 'superadmin' as const }
const week = { played: 1000, won: 850, end: 150 }
const flow = { in: 500, out: 120 }

export const figuresCallExamples = {
  ...exampleOf(figuresApi.turnover, {
    query: period,
    answer: {
      ...{ success: true, data: [turnoverRowExample], role: 'admin', total: 1, summary: sums },
      ...{ account: root, path: [root], ...aboutReport },
    },
  }),
  ...exampleOf(figuresApi.commissionPayout, {
    query: { page: 1, size: 10, role: 'superareamanager' },
    answer: { success: true, data: [payoutRowExample], total: 1, summary: { amount: 20 }, verified: verifiedExample },
  }),
  ...exampleOf(figuresApi.adminCommission, {
    query: period,
    answer: {
      ...{ success: true, data: [adminCommissionRowExample], total: 1, ...aboutReport },
      summary: { commission: 100, totalpoints: 1000, totalwinpoints: 850 },
    },
  }),
  ...exampleOf(figuresApi.chart, {
    query: { preset: 7 },
    answer: {
      success: true,
      data: { by: 'hour', points: [hour], games: [game], branches: [turnoverRowExample] },
      ...aboutReport,
    },
  }),
  ...exampleOf(figuresApi.weeks, {
    query: { id: 'a1' },
    answer: {
      success: true,
      data: {
        thisWeek: { from: day, to: day, ...week },
        lastWeek: { from: '2025-12-29', to: '2026-01-04', ...week },
      },
    },
  }),
  ...exampleOf(dashboardApi.dashboard, {
    answer: {
      success: true,
      data: {
        ...{ day, zone: 'Asia/Kolkata', exposure: { draws: 2, stake: 310, worst: 1800 } },
        ...{ today: sums, yesterday: sums, hours: { today: [hour], yesterday: [] }, days: [{ at: day, ...sums }] },
        ...{ games: [game], onlinePlayers: 3, flow: { today: flow, yesterday: flow } },
        suspended: {
          ...{ count: 1, points: 250, isWhole: true },
          accounts: [{ _id: 'p1', username: 'player1', role: 'player', points: 250 }],
        },
        ...{ failedLogins: { today: 1, yesterday: 0 }, verified: verifiedExample },
      },
    },
  }),
}
