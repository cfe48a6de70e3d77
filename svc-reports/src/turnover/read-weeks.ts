import { type Preset, presets, type QueryOf } from '@cascade/contracts'
import type { reportsApi } from '@cascade/contracts/reports'
import { type Ask, chosenAccount, requirePermission } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { figureReader } from '../figures/figure-reader'
import { turnoverOf } from '../figures/measures'
import { periodOf } from '../figures/period'
import { namedAccount, stepsInto } from '../figures/steps'

/** What was played, won and left in this week and in the last one, by an account and all below it. */
export async function readWeeks(deps: ReportsDeps, { ctx, input }: Ask<QueryOf<typeof reportsApi.weeks>>) {
  requirePermission(ctx, 'reports.read')
  const account = await namedAccount(deps.db, await chosenAccount(deps.db, ctx.actor, input.id), ctx.actor)
  const { until } = periodOf(input, deps)
  const reader = await figureReader(deps, ctx.actor, { until })
  const steps = (await stepsInto(deps.db, reader.prefix, [account])).get(account._id) ?? []
  const week = async (preset: Preset) => {
    const { days } = periodOf({ preset, asOf: input.asOf }, deps)
    const { playPoints, winPoints, endPoints } = turnoverOf(await reader.total(steps, days))
    return { ...days, played: playPoints, won: winPoints, end: endPoints }
  }
  return {
    data: { thisWeek: await week(presets.currentWeek), lastWeek: await week(presets.lastWeek) },
    asOf: input.asOf,
  }
}
