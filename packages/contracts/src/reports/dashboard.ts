import { z } from 'zod'
import { WeekItem, weekItemKinds } from '../accounts/week-items'
import { endpoint, responseOf } from '../define'
import type { ExamplesOf } from '../example'
import { Role } from '../roles'
import { Points } from '../values/points'
import { buildFiguresExample, ChartGame, ChartPoint, Sums, TurnoverRow, turnoverRowExample } from './figures'
import { VerificationStatus, verifiedExample } from './verification'

/** Credit flows into and out of a subtree. */
const Flow = z.object({ in: Points, out: Points })

const actionItemKinds = [
  ...weekItemKinds,
  'lateDraws',
  'stops',
  'suspended',
  'complaints',
  'cases',
  'watch',
  'refusedLogins',
] as const

/**
 * An action item: its count, and the time since the oldest waits, or null if unknown. Suspended accounts with credit
 * are reported per level, with their points.
 */
export const ActionItem = WeekItem.extend({ kind: z.enum(actionItemKinds) })
export type ActionItem = z.infer<typeof ActionItem>

/** Dashboard of the caller's subtree. */
export const Dashboard = z.object({
  today: Sums,
  /** The business day `today`, `YYYY-MM-DD`, and its time zone. */
  day: z.string().optional(),
  zone: z.string().optional(),
  /** Maximum cost and stakes of the open draws. Only for superadmins and admins; null if currently unavailable. */
  exposure: z.object({ draws: z.number().int(), stake: Points, worst: Points }).nullable().optional(),
  /**
   * Action items, by role: late draws and betting stops for superadmins and admins, complaints for those who may read
   * them; open cases of accounts, open entries of the watch list, limits reached today, weeks to close, payments due,
   * and rejected sign-ins of the last 24 hours for all.
   */
  hands: z.array(ActionItem).optional(),
  /** True if limits, weeks and payments are currently unavailable. */
  isWeekUnknown: z.boolean().optional(),
  /** Yesterday up to the same time of day. */
  yesterday: Sums,
  /** The same weekday of last week up to the same time. */
  lastWeek: Sums.optional(),
  /** By hour: today so far, and all of yesterday. */
  hours: z.object({ today: z.array(ChartPoint), yesterday: z.array(ChartPoint) }),
  /** The last 14 days, including today. */
  days: z.array(ChartPoint),
  /** At most five, by stakes. */
  games: z.array(ChartGame),
  /** The accounts directly below with the highest stakes today, at most ten. */
  branches: z.array(TurnoverRow).optional(),
  onlinePlayers: z.number().int(),
  flow: z.object({ today: Flow, yesterday: Flow }),
  /** Suspended accounts with credit; `accounts` has the five with the most. */
  suspended: z.object({
    count: z.number().int(),
    points: Points,
    /** False if only some of the suspended accounts were examined: count and points cover only those. */
    isWhole: z.boolean(),
    accounts: z.array(z.object({ _id: z.string(), username: z.string(), role: Role, points: Points })),
  }),
  failedLogins: z.object({ today: z.number().int(), yesterday: z.number().int() }),
  verified: VerificationStatus,
})
export type Dashboard = z.infer<typeof Dashboard>

export const dashboardApi = {
  dashboard: endpoint({
    id: 'reports.dashboard.read',
    domain: 'reports',
    route: 'GET /reports/dashboard',
    permission: 'reports.read',
    summary: 'Figures of the subtree for the dashboard',
    response: responseOf(Dashboard),
  }),
}

export const dashboardExamples = (): ExamplesOf<typeof dashboardApi> => {
  const { day, sums, game, hour } = buildFiguresExample()
  const flow = { in: 500, out: 120 }
  return {
    fields: {},
    dashboard: {
      response: {
        data: {
          day,
          zone: 'Asia/Kolkata',
          exposure: { draws: 2, stake: 310, worst: 1800 },
          today: sums,
          hands: [
            { kind: 'lateDraws', count: 1, oldest: '2026-01-05T08:58:00.000Z' },
            { kind: 'openPeriods', count: 1, oldest: '2026-01-04T18:30:00.000Z', period: '2026-01-04' },
            { kind: 'suspended', count: 1, oldest: '2026-01-04T10:00:00.000Z', role: 'player', points: 250 },
          ],
          yesterday: sums,
          lastWeek: sums,
          hours: { today: [hour], yesterday: [] },
          days: [{ at: day, ...sums }],
          games: [game],
          branches: [turnoverRowExample],
          onlinePlayers: 3,
          flow: { today: flow, yesterday: flow },
          suspended: {
            count: 1,
            points: 250,
            isWhole: true,
            accounts: [{ _id: 'p1', username: 'player1', role: 'player', points: 250 }],
          },
          failedLogins: { today: 1, yesterday: 0 },
          verified: verifiedExample,
        },
      },
    },
  }
}
