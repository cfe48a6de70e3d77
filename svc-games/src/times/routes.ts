import type { ListQuery, SortBy } from '@cascade/contracts'
import { type NewTime, type Time, timeApi, timeEvents, type timeSortFields, timeTexts } from '@cascade/contracts/games'
import { type Call, newEvent, paginate, type Routes, requirePermission } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'

export const timeRoutes: Routes<GamesDeps> = ({ serve }, deps) => {
  serve(timeApi.list, ({ ctx, query }) => listTimes(deps, { ctx, input: query }))
  serve(timeApi.create, ({ ctx, body }) => createTime(deps, { ctx, input: body }))
}

async function listTimes(deps: GamesDeps, { ctx, input }: Call<ListQuery>) {
  requirePermission(ctx, 'times.read')
  const times = await deps.times.all()
  return paginate(times, input, { textOf: time => `${time._id} ${time.timecount}`, sortBy })
}

const sortBy: SortBy<typeof timeSortFields, (time: Time) => number | string> = {
  _id: time => time._id,
  timecount: time => time.timecount,
}

/** @throws AppError CONFLICT when a time of this length exists */
async function createTime(deps: GamesDeps, { ctx, input }: Call<NewTime>) {
  requirePermission(ctx, 'times.write')
  const time = { _id: deps.newId(), timecount: input.timecount }
  await deps.transaction(async tx => {
    await deps.times.insert(time, tx)
    await deps.writeEvents([newEvent(timeEvents.created, time, ctx)], tx)
  })
  return { message: timeTexts.created, data: time }
}
