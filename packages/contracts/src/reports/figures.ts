import { z } from 'zod'
import { CallerQuery, endpoint, ListQuery, responseOf } from '../define'
import type { ExamplesOf } from '../example'
import { Role, treeRoles } from '../roles'
import { AsOf, PeriodQuery } from '../values/days'
import { Points } from '../values/points'
import { VerificationStatus, verifiedExample } from './verification'

/** Period, moment and verification status of a report. */
const reportInfo = {
  startDate: z.string(),
  endDate: z.string(),
  asOf: AsOf.optional(),
  verified: VerificationStatus,
}

/**
 * `end` is play minus win; `net` is `end` minus the commissions of the four levels. Commissions are rounded once, per
 * bet: figures of accounts, days and games are sums of whole hundredths.
 */
const sums = { playPoints: Points, winPoints: Points, endPoints: Points, commission: Points, net: Points }
export const Sums = z.object(sums)
export type Sums = z.infer<typeof Sums>

export const AccountName = z.object({ _id: z.string(), username: z.string(), role: Role })

export const TurnoverRow = z.object({
  id: z.string(),
  role: Role,
  username: z.string(),
  ...sums,
  supercom: Points,
  distcom: Points,
  retailcom: Points,
  usercom: Points,
  /** Whether the row can be expanded to the accounts below it. */
  hasChildren: z.boolean(),
})
export type TurnoverRow = z.infer<typeof TurnoverRow>

export const turnoverSortFields = ['username', 'playPoints', 'winPoints', 'endPoints', 'commission', 'net'] as const

export const PayoutRow = z.object({
  _id: z.string(),
  username: z.string(),
  role: Role,
  /** Current percentage. */
  commission: z.number(),
  /** Total stakes at and below the account, without cleared days. */
  totalcommission: Points,
  /** Commission earned on it: each bet at the percentage of its time, as in the turnover report. */
  amount: Points,
})
export type PayoutRow = z.infer<typeof PayoutRow>

export const AdminCommissionRow = z.object({
  adminId: z.string(),
  gameId: z.string(),
  gameName: z.string(),
  username: z.string(),
  nofDigit: z.number().int(),
  winpercentage: z.number(),
  totalpoints: Points,
  totalwinpoints: Points,
  /** `totalpoints` × `winpercentage` / 100. */
  commission: Points,
})
export type AdminCommissionRow = z.infer<typeof AdminCommissionRow>

/** A chart point; `at` is a day, or an hour if the chart shows one day (`2026-03-01T13`). */
export const ChartPoint = Sums.extend({ at: z.string() })
export type ChartPoint = z.infer<typeof ChartPoint>
export const ChartGame = Sums.pick({ playPoints: true, winPoints: true, endPoints: true }).extend({
  gameId: z.string(),
  gameName: z.string(),
})
export type ChartGame = z.infer<typeof ChartGame>

export const Week = z.object({ from: z.string(), to: z.string(), played: Points, won: Points, end: Points })

export const figuresApi = {
  turnover: endpoint({
    id: 'reports.turnover.list',
    domain: 'reports',
    route: 'GET /reports/turnoverreport',
    permission: 'reports.read',
    summary: 'Play, win, commissions and net of the accounts directly below an account: `id`, or the caller',
    query: ListQuery.extend({ ...PeriodQuery, sort: z.enum(turnoverSortFields).optional() }),
    response: responseOf(z.array(TurnoverRow), {
      /** Role of the rows. */
      role: z.enum(treeRoles),
      total: z.number().int(),
      /** Sums of all rows that match the search, over all pages. */
      summary: Sums,
      /** The account whose children are listed, and its path from the caller. */
      account: AccountName,
      path: z.array(AccountName),
      ...reportInfo,
    }),
    errors: ['NOT_FOUND'],
  }),
  commissionPayout: endpoint({
    id: 'reports.commissionPayout.list',
    domain: 'reports',
    route: 'GET /reports/commissionpayout',
    permission: 'reports.read',
    summary:
      'Stakes at and below each account and the commission on them, for one role or for all accounts below the caller',
    query: ListQuery.extend({ sort: z.enum(['username']).optional(), asOf: AsOf.optional() }),
    response: responseOf(z.array(PayoutRow), {
      total: z.number().int(),
      /** Total commission of all rows, over all pages; absent beyond a thousand rows. */
      summary: z.object({ amount: Points }).optional(),
      asOf: AsOf.optional(),
      verified: VerificationStatus,
    }),
    errors: ['NOT_FOUND'],
  }),
  adminCommission: endpoint({
    id: 'reports.adminCommission.list',
    domain: 'reports',
    route: 'GET /reports/admincommissionpayout',
    permission: 'admincommission.read',
    summary: "The operator's share of the stakes, by admin and game",
    query: ListQuery.extend({
      ...PeriodQuery,
      sort: z.enum(['gameName', 'username', 'totalpoints', 'totalwinpoints', 'commission']).optional(),
    }),
    response: responseOf(z.array(AdminCommissionRow), {
      total: z.number().int(),
      summary: z.object({ commission: Points, totalpoints: Points, totalwinpoints: Points }),
      ...reportInfo,
    }),
    errors: ['NOT_FOUND'],
  }),
  chart: endpoint({
    id: 'reports.chart.read',
    domain: 'reports',
    route: 'GET /reports/chart',
    permission: 'reports.read',
    summary: 'The figures of one account over time, by game and by the accounts below it',
    query: CallerQuery.extend({
      ...PeriodQuery,
      /** Commission in `points`: that of the four levels, or the operator's share (superadmin and admin). */
      commission: z.enum(['levels', 'operator']).optional(),
    }),
    response: responseOf(
      z.object({
        by: z.enum(['hour', 'day']),
        points: z.array(ChartPoint),
        games: z.array(ChartGame),
        /** The ten with the highest stakes. */
        branches: z.array(TurnoverRow),
      }),
      reportInfo,
    ),
    errors: ['NOT_FOUND'],
  }),
  weeks: endpoint({
    id: 'reports.week.read',
    domain: 'reports',
    route: 'GET /reports/weeks',
    permission: 'reports.read',
    summary: 'Play, win and end of this week and the last one, for an account and all below it',
    query: CallerQuery.extend({ asOf: AsOf.optional() }),
    response: responseOf(z.object({ thisWeek: Week, lastWeek: Week }), { asOf: AsOf.optional() }),
    errors: ['NOT_FOUND'],
  }),
}

export const turnoverRowExample: TurnoverRow = {
  id: 'a1',
  role: 'admin',
  username: 'admin1',
  playPoints: 1000,
  winPoints: 850,
  endPoints: 150,
  commission: 60,
  net: 90,
  supercom: 20,
  distcom: 15,
  retailcom: 15,
  usercom: 10,
  hasChildren: true,
}

export function buildFiguresExample() {
  const sums = Sums.parse(turnoverRowExample)
  const game = { gameId: 'MNOQqWWi', gameName: 'Fun Target', playPoints: 1000, winPoints: 850, endPoints: 150 }
  return { day: '2026-01-05', sums, game, hour: { at: '2026-01-05T09', ...sums } }
}

export const figureExamples = (): ExamplesOf<typeof figuresApi> => {
  const { day, sums, game, hour } = buildFiguresExample()
  const root = { _id: 'r1', username: 'superadmin', role: 'superadmin' as const }
  const period = { preset: 7 as const, page: 1, size: 10 }
  const about = { startDate: day, endDate: day, verified: verifiedExample }
  const week = { played: 1000, won: 850, end: 150 }
  return {
    fields: {
      ...about,
      _id: 's1',
      username: 'superareamanager1',
      role: 'superareamanager',
      commission: 2,
      totalcommission: 1000,
      amount: 20,
    },
    turnover: {
      query: period,
      response: { data: [turnoverRowExample], role: 'admin', summary: sums, account: root, path: [root] },
    },
    commissionPayout: { query: { page: 1, size: 10, role: 'superareamanager' }, response: { summary: { amount: 20 } } },
    adminCommission: {
      query: period,
      response: {
        success: true,
        data: [
          {
            adminId: 'a1',
            gameId: game.gameId,
            gameName: game.gameName,
            username: 'admin1',
            nofDigit: 10,
            winpercentage: 10,
            totalpoints: 1000,
            totalwinpoints: 850,
            commission: 100,
          },
        ],
        total: 1,
        ...about,
        summary: { commission: 100, totalpoints: 1000, totalwinpoints: 850 },
      },
    },
    chart: {
      query: { preset: 7 },
      response: { data: { by: 'hour', points: [hour], games: [game], branches: [turnoverRowExample] } },
    },
    weeks: {
      query: { id: 'a1' },
      response: {
        data: {
          thisWeek: { from: day, to: day, ...week },
          lastWeek: { from: '2025-12-29', to: '2026-01-04', ...week },
        },
      },
    },
  }
}
