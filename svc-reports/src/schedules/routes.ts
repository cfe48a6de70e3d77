import { type Schedule, type ScheduleInput, scheduleApi, scheduleTexts } from '@cascade/contracts/reports'
import { type Call, notFound, type Routes, requestedAccount, requirePermission } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import type { ScheduleRow } from './schedule-store'

export const scheduleRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(scheduleApi.list, async ({ ctx, query }) => {
    requirePermission(ctx, 'reports.read')
    const { data, total } = await deps.schedules.own(ownerOf(ctx), query)
    return { data: data.map(toSchedule), total }
  })
  serve(scheduleApi.create, ({ ctx, body }) => createSchedule(deps, { ctx, input: body }))
  serve(scheduleApi.change, ({ ctx, params, body }) =>
    changeSchedule(deps, { ctx, input: { id: params.id, schedule: body } }),
  )
  serve(scheduleApi.remove, async ({ ctx, params }) => {
    requirePermission(ctx, 'reports.read')
    if (!(await deps.schedules.remove(ownerOf(ctx), params.id))) throw notFound()
    return { message: scheduleTexts.removed }
  })
}

/** @throws AppError NOT_FOUND if the report is of an account that is not in the actor's scope */
async function requireScope(deps: ReportsDeps, { ctx, input }: Call<ScheduleInput>): Promise<void> {
  requirePermission(ctx, 'reports.read')
  await requestedAccount(deps.db, ctx.actor, input.report === 'activities' ? input.query.userId : input.query.id)
}

async function createSchedule(deps: ReportsDeps, { ctx, input }: Call<ScheduleInput>) {
  await requireScope(deps, { ctx, input })
  const row = await deps.schedules.insert(ownerOf(ctx), input)
  return { data: toSchedule(row), message: scheduleTexts.added }
}

async function changeSchedule(
  deps: ReportsDeps,
  { ctx, input: { id, schedule } }: Call<{ id: string; schedule: ScheduleInput }>,
) {
  await requireScope(deps, { ctx, input: schedule })
  const row = await deps.schedules.replace(ownerOf(ctx), id, schedule)
  if (!row) throw notFound()
  return { data: toSchedule(row), message: scheduleTexts.changed }
}

const ownerOf = ({ actor }: Call['ctx']) => ({ accountId: actor.accountId, personId: actor.person?.id })

function toSchedule(stored: ScheduleRow): Schedule {
  const { accountId: _, personId: _person, tryAt: _try, tries: _tries, nextAt, last, ...row } = stored
  return { ...row, nextAt: nextAt.toISOString(), last: last && { ...last, at: last.at.toISOString() } }
}
