import { z } from 'zod'
import { answerOf, endpoint } from '../define'
import type { ExamplesOf } from '../example'
import { Role } from '../roles'
import { Points } from '../values/points'
import { ChartGame, ChartPoint, figuresExample, Sums, TurnoverRow, turnoverRowExample } from './figures'
import { Verified, verifiedExample } from './verification'

/** Credit that came into a subtree from outside, and that left it. */
const Flow = z.object({ in: Points, out: Points })

/** What may need somebody's hand. */
const handKinds = ['lateDraws', 'stops', 'suspended', 'complaints', 'refusedLogins'] as const

/**
 * Something that waits for a hand: how many there are, and since when the oldest waits, null where that is not known.
 * Suspended accounts that hold credit are told level by level, with their points.
 */
const Hand = z.object({
  kind: z.enum(handKinds),
  count: z.number().int(),
  oldest: z.iso.datetime().nullable(),
  role: Role.optional(),
  points: Points.optional(),
})
export type Hand = z.infer<typeof Hand>

/** What an operator wants to see at once, of everybody below; nothing in it is made up. */
export const Dashboard = z.object({
  today: Sums,
  /** The day that is meant by today, `YYYY-MM-DD`, and the zone in which it begins and ends. */
  day: z.string().optional(),
  zone: z.string().optional(),
  /**
   * What the draws that are open cost at most, and what is staked on them. For superadmins and admins; null when it
   * cannot be told now.
   */
  exposure: z.object({ draws: z.number().int(), stake: Points, worst: Points }).nullable().optional(),
  /**
   * What needs a hand of those who may see it: late draws and betting stops are told to superadmins and admins,
   * complaints to whoever reads them, sign-ins that were refused in the last 24 hours to all.
   */
  hands: z.array(Hand).optional(),
  /** Yesterday until the same time of day. */
  yesterday: Sums,
  /** The same day of last week until the same time. */
  lastWeek: Sums.optional(),
  /** By hour of today, and of the whole of yesterday. */
  hours: z.object({ today: z.array(ChartPoint), yesterday: z.array(ChartPoint) }),
  /** The last 14 days, today included. */
  days: z.array(ChartPoint),
  /** The most played first, five at most. */
  games: z.array(ChartGame),
  /** The accounts directly below that played most today, ten at most. */
  branches: z.array(TurnoverRow).optional(),
  onlinePlayers: z.number().int(),
  flow: z.object({ today: Flow, yesterday: Flow }),
  /** Suspended accounts that hold credit; the five with the most. */
  suspended: z.object({
    count: z.number().int(),
    points: Points,
    /** False when more are suspended than were looked at: count and points are then those of some of them. */
    isWhole: z.boolean(),
    accounts: z.array(z.object({ _id: z.string(), username: z.string(), role: Role, points: Points })),
  }),
  failedLogins: z.object({ today: z.number().int(), yesterday: z.number().int() }),
  verified: Verified,
})
export type Dashboard = z.infer<typeof Dashboard>

export const dashboardApi = {
  dashboard: endpoint({
    id: 'reports.dashboard.read',
    domain: 'reports',
    call: 'GET /reports/dashboard',
    may: 'reports.read',
    summary: 'Figures of the subtree for the dashboard',
    answer: answerOf(Dashboard),
  }),
}

export const dashboardExamples = (): ExamplesOf<typeof dashboardApi> => {
  const { day, sums, game, hour } = figuresExample()
  const flow = { in: 500, out: 120 }
  return {
    fields: {},
    dashboard: {
      answer: {
        data: {
          day,
          zone: 'Asia/Kolkata',
          exposure: { draws: 2, stake: 310, worst: 1800 },
          today: sums,
          hands: [
            { kind: 'lateDraws', count: 1, oldest: '2026-01-05T08:58:00.000Z' },
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
