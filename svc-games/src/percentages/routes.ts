import { gamesApi } from '@cascade/contracts/games'
import type { Routes } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'
import { listPercentages } from './list-percentages'
import { setPercentages } from './set-percentages'

export const percentageRoutes: Routes<GamesDeps> = ({ serve }, deps) => {
  serve(gamesApi.percentages, ({ ctx, params, query }) => listPercentages(deps, { ctx, input: { ...params, query } }))
  serve(gamesApi.setPercentages, ({ ctx, params, body }) =>
    setPercentages(deps, { ctx, input: { adminId: params.id, change: body } }),
  )
}
