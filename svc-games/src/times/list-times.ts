import type { ListQuery, SortBy } from '@cascade/contracts'
import type { Time, timeSortFields } from '@cascade/contracts/games'
import { type Ask, pageOf, requirePermission } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'

/** A page of the times between draws, shortest first. */
export async function listTimes(deps: GamesDeps, { ctx, input }: Ask<ListQuery>) {
  requirePermission(ctx, 'times.read')
  const times = await deps.times.all()
  return pageOf(times, input, { textOf: time => `${time._id} ${time.timecount}`, sortBy })
}

const sortBy: SortBy<typeof timeSortFields, (time: Time) => number | string> = {
  _id: time => time._id,
  timecount: time => time.timecount,
}
