import { gamesApi } from '@cascade/contracts/games'
import type { Routes } from '@cascade/service-kit'
import type { GamesDeps } from '../../deps'
import { changeDescription } from './change-description'
import { listDescriptions } from './list-descriptions'
import { readDescription } from './read-description'

export const descriptionRoutes: Routes<GamesDeps> = ({ serve }, deps) => {
  serve(gamesApi.description, ({ ctx, params, query }) =>
    readDescription(deps, { ctx, input: { ...params, ...query } }),
  )
  serve(gamesApi.descriptions, ({ ctx, params, query }) =>
    listDescriptions(deps, { ctx, input: { ...params, ...query } }),
  )
  serve(gamesApi.changeDescription, ({ ctx, params, body }) =>
    changeDescription(deps, { ctx, input: { ...params, change: body } }),
  )
}
