import { z } from 'zod'
import { endpoint, Id, ListQuery, optionalFilter, responseOf } from '../define'
import type { ExamplesOf } from '../example'
import { Role, treeRoles } from '../roles'
import { calendarDay } from '../values/days'
import { Points } from '../values/points'
import { AccountName } from './figures'
import { VerificationStatus, verifiedExample } from './verification'

export const weekTexts = { notMonday: 'A week begins on a Monday.' } as const

/**
 * Points of an account and all below it. `commission` is that of its own level, 0 for an admin; `net` is `end` minus the
 * commissions of its level and of all levels below.
 */
export const WeekFigures = z.object({ play: Points, win: Points, end: Points, commission: Points, net: Points })
export type WeekFigures = z.infer<typeof WeekFigures>

/**
 * `days` and `week` are points. The others are cash, what the child owes its parent: before the week, its changes in the
 * week by settlements and by payments, and after the week.
 */
const amounts = {
  days: z.array(WeekFigures).length(7),
  week: WeekFigures,
  opening: Points,
  settled: Points,
  paid: Points,
  closing: Points,
}
export const WeekSums = z.object(amounts)
export type WeekSums = z.infer<typeof WeekSums>

export const WeekRow = z.object({
  userId: z.string(),
  username: z.string(),
  role: Role,
  /** True if the caller may open the week of this account. */
  hasChildren: z.boolean(),
  ...amounts,
})
export type WeekRow = z.infer<typeof WeekRow>

const sortFields = ['username', 'net', 'opening', 'paid', 'settled', 'closing'] as const

export const weekApi = {
  weekSheet: endpoint({
    id: 'reports.weekSheet.list',
    domain: 'reports',
    route: 'GET /weeksheet',
    permission: 'reports.read',
    summary:
      'Play and current accounts of the accounts directly below an account, `userId` or the caller, in the week that begins on the Monday `from`, by default this week',
    query: ListQuery.extend({
      userId: optionalFilter(Id),
      from: optionalFilter(calendarDay()),
      sort: z.enum(sortFields).optional(),
    }),
    response: responseOf(
      z.object({
        from: z.string(),
        /** Monday to Sunday. */
        days: z.array(z.string()).length(7),
        rows: z.array(WeekRow),
        /** Sums of all matching rows, on all pages. */
        sums: WeekSums,
      }),
      {
        /** Role of the rows. */
        role: z.enum(treeRoles),
        total: z.number().int(),
        /** The account whose children are listed, and its path from the caller. */
        account: AccountName,
        path: z.array(AccountName),
        verified: VerificationStatus,
      },
    ),
    errors: ['NOT_FOUND'],
  }),
}

const played: WeekFigures = { play: 1000, win: 850, end: 150, commission: 20, net: 90 }
const idle: WeekFigures = { play: 0, win: 0, end: 0, commission: 0, net: 0 }
const amountsExample: WeekSums = {
  days: [played, idle, idle, idle, idle, idle, idle],
  week: played,
  ...{ opening: 1250, settled: 0, paid: -250, closing: 1000 },
}

export const weekRowExample: WeekRow = {
  ...{ userId: 's1', username: 'superareamanager1', role: 'superareamanager', hasChildren: true },
  ...amountsExample,
}

export const weekExamples = (): ExamplesOf<typeof weekApi> => {
  const account = { _id: 'a1', username: 'admin1', role: 'admin' as const }
  const from = '2026-01-05'
  const days = ['05', '06', '07', '08', '09', '10', '11'].map(date => `2026-01-${date}`)
  return {
    fields: { verified: verifiedExample },
    weekSheet: {
      query: { from },
      response: {
        data: { from, days, rows: [weekRowExample], sums: amountsExample },
        ...{ role: 'superareamanager', account, path: [account] },
      },
    },
  }
}
