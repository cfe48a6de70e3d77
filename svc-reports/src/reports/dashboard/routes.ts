import { toPoints } from '@cascade/contracts'
import { type Dashboard, reportsApi } from '@cascade/contracts/reports'
import { type Ask, addDays, businessDay, type Routes, requirePermission } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import type { ReportsDeps } from '../../deps'
import { failedLoginListOf, logsName } from '../../projections/activities/log-entry'
import { figureReader } from '../../projections/figures/figure-reader'
import { turnoverOf } from '../../projections/figures/measures'
import { namedAccount, nodeOf, stepsInto } from '../../projections/figures/steps'
import { listOf } from '../../projections/time-lists/audience'
import { factsOf } from '../../projections/time-lists/time-lists'
import { branchesOf, dayPoints, gamesOf, hourPoints } from '../charts/chart-rows'
import { flowsOf } from '../flows/flows-projection'
import { accountFigures } from './account-figures'
import { exposureOf, handsOf, liveFigures } from './action-items'

export const dashboardRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.dashboard, ({ ctx }) => readDashboard(deps, { ctx, input: {} }))
}

const daysShown = 14
const gamesShown = 5
const dayMs = 86_400_000

/** What an operator wants to see at once, of everybody below. */
async function readDashboard(deps: ReportsDeps, { ctx }: Ask): Promise<{ data: Dashboard }> {
  requirePermission(ctx, 'reports.read')
  const { actor } = ctx
  const { db, zone } = deps
  const now = deps.now()
  const today = businessDay(now, zone)
  const yesterday = addDays(today, -1)
  const reader = await figureReader(deps, actor)
  const account = await namedAccount(db, { _id: actor.accountId, role: actor.role }, actor)
  const steps = (await stepsInto(db, reader.prefix, [account])).get(account._id) ?? []
  const of = (day: string) => ({ from: day, to: day })
  /** What was played so many days ago until the same time. */
  const before = async (days: number) => {
    const until = new Date(now.getTime() - days * dayMs)
    const then = await figureReader(deps, actor, { until, isAbovePlayers: true })
    return turnoverOf(await then.total(steps, of(businessDay(until, zone))))
  }
  const flows = await flowsOf(db, reader.prefix, nodeOf(account), { from: yesterday, to: today })
  const flow = (day: string) => {
    const { in: came = 0n, out = 0n } = flows.get(day) ?? {}
    return { in: toPoints(came), out: toPoints(out) }
  }
  const list = listOf(account, false)
  const accounts = await accountFigures(deps, ctx, reader.prefix)
  const live = await liveFigures(deps, ctx)
  return {
    data: {
      day: today,
      zone,
      exposure: live && exposureOf(live),
      hands: await handsOf(deps, ctx, { list, live, suspended: accounts.suspendedByRole }),
      today: turnoverOf(await reader.total(steps, of(today))),
      yesterday: await before(1),
      lastWeek: await before(7),
      hours: {
        today: await hourPoints(reader, steps, today),
        yesterday: await hourPoints(reader, steps, yesterday),
      },
      days: await dayPoints(reader, steps, { from: addDays(today, 1 - daysShown), to: today }),
      games: (await gamesOf(deps, actor, { steps, days: of(today) })).slice(0, gamesShown),
      branches: await branchesOf(deps, actor, reader, account, of(today)),
      onlinePlayers: accounts.onlinePlayers,
      suspended: accounts.suspended,
      flow: { today: flow(today), yesterday: flow(yesterday) },
      failedLogins: {
        today: await countFailedLogins(db, list, today),
        yesterday: await countFailedLogins(db, list, yesterday),
      },
      verified: await deps.verification.state(),
    },
  }
}

/** Refused sign-ins of one day in the list of a reader. */
async function countFailedLogins(db: Db, reader: string, day: string): Promise<number> {
  const [own] = await factsOf(db, logsName, failedLoginListOf(reader)).days(day, day)
  return own?.count ?? 0
}
