import { gameTexts, type NewTime, timeEvents } from '@cascade/contracts/games'
import { type Ask, newEvent, requirePermission } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'

/** Adds a time between draws. @throws AppError CONFLICT when there is one of this length already. */
export async function createTime(deps: GamesDeps, { ctx, input }: Ask<NewTime>) {
  requirePermission(ctx, 'times.write')
  const time = { _id: deps.newId(), timecount: input.timecount }
  await deps.transaction(async tx => {
    await deps.times.insert(time, tx)
    await deps.writeEvents([newEvent(timeEvents.created, time, ctx)], tx)
  })
  return { message: gameTexts.timeCreated, data: time }
}
