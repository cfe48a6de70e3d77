import { liveApi } from '@cascade/contracts/live'
import type { Routes } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { listEndedStops, listStops, setStop } from './stops'

export const catalogRoutes: Routes<LiveDeps> = ({ serve }, deps) => {
  serve(liveApi.stops, ({ ctx }) => listStops(deps, { ctx, input: {} }))
  serve(liveApi.endedStops, ({ ctx, query }) => listEndedStops(deps, { ctx, input: query }))
  serve(liveApi.setStop, ({ ctx, body }) => setStop(deps, { ctx, input: body }))
}
