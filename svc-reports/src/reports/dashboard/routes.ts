import { toPoints } from '@cascade/contracts'
import { type Dashboard, reportsApi } from '@cascade/contracts/reports'
import { addDays, businessDay, type Call, type Routes, requirePermission } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import type { ReportsDeps } from '../../deps'
import { failedLoginListKey, logsName } from '../../projections/activities/log-entry'
import { edgesInto, findTreeAccount, nodeOf, readFirstDay } from '../../projections/figures/edges'
import { createFigureReader } from '../../projections/figures/figure-reader'
import { toTurnover } from '../../projections/figures/measures'
import { readerFor } from '../../projections/time-lists/readers'
import { openFactList } from '../../projections/time-lists/time-lists'
import { readBranches, readDayPoints, readGames, readHourPoints } from '../charts/chart-rows'
import { readFlows } from '../flows/flows-projection'
import { readAccountFigures } from './account-figures'
import { readActionItems, readLiveFigures, readWeekItems, toExposure } from './action-items'

export const dashboardRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.dashboard, ({ ctx }) => readDashboard(deps, { ctx, input: {} }))
}

const dayCount = 14
const gamesMax = 5
const dayMs = 86_400_000

async function readDashboard(deps: ReportsDeps, { ctx }: Call): Promise<{ data: Dashboard }> {
  requirePermission(ctx, 'reports.read')
  const { actor } = ctx
  const { db, zone } = deps
  const now = deps.now()
  const today = businessDay(now, zone)
  const yesterday = addDays(today, -1)
  const reader = await createFigureReader(deps, actor)
  const account = await findTreeAccount(db, { _id: actor.accountId, role: actor.role }, actor)
  const edges = (await edgesInto(db, reader.prefix, [account])).get(account._id) ?? []
  const dayRange = (day: string) => ({ from: day, to: day })
  /** Figures of an earlier day until the same time. */
  const readBefore = async (days: number) => {
    const until = new Date(now.getTime() - days * dayMs)
    const then = await createFigureReader(deps, actor, { until, isAbovePlayers: true })
    return toTurnover(await then.total(edges, dayRange(businessDay(until, zone))))
  }
  const flows = await readFlows(db, reader.prefix, nodeOf(account), { from: yesterday, to: today })
  const flow = (day: string) => {
    const { in: came = 0n, out = 0n } = flows.get(day) ?? {}
    return { in: toPoints(came), out: toPoints(out) }
  }
  const list = readerFor(account, false)
  const accounts = await readAccountFigures(deps, ctx, reader.prefix)
  const playSince = await readFirstDay(db, reader.prefix, edges)
  const [live, week] = await Promise.all([readLiveFigures(deps, ctx), readWeekItems(deps, ctx, playSince)])
  return {
    data: {
      day: today,
      zone,
      exposure: live && toExposure(live),
      hands: await readActionItems(deps, ctx, { list, live, week, suspended: accounts.suspendedByRole }),
      isWeekUnknown: week === null || undefined,
      today: toTurnover(await reader.total(edges, dayRange(today))),
      yesterday: await readBefore(1),
      lastWeek: await readBefore(7),
      hours: {
        today: await readHourPoints(reader, edges, today),
        yesterday: await readHourPoints(reader, edges, yesterday),
      },
      days: await readDayPoints(reader, edges, { from: addDays(today, 1 - dayCount), to: today }),
      games: (await readGames(deps, actor, { edges, days: dayRange(today) })).slice(0, gamesMax),
      branches: await readBranches(deps, actor, reader, account, dayRange(today)),
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

async function countFailedLogins(db: Db, reader: string, day: string): Promise<number> {
  const [own] = await openFactList(db, logsName, failedLoginListKey(reader)).days(day, day)
  return own?.count ?? 0
}
