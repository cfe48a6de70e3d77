import { gamesApi } from '@cascade/contracts/games'
import type { Routes } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'
import { createTime } from './create-time'
import { listTimes } from './list-times'

export const timeRoutes: Routes<GamesDeps> = ({ serve }, deps) => {
  serve(gamesApi.timeList, ({ ctx, query }) => listTimes(deps, { ctx, input: query }))
  serve(gamesApi.createTime, ({ ctx, body }) => createTime(deps, { ctx, input: body }))
}
