import { liveApi } from '@cascade/contracts/live'
import type { Routes } from '@cascade/service-kit'
import { listEndedStops, listStops, setStop } from '../catalog/stops'
import type { LiveDeps } from '../deps'
import { addResult, withdrawResult } from './add-result'
import { readLimits, readWhatIf } from './what-if'

export const drawRoutes: Routes<LiveDeps> = ({ serve }, deps) => {
  serve(liveApi.addResult, ({ ctx, body }) => addResult(deps, { ctx, input: body }))
  serve(liveApi.withdrawResult, ({ ctx, body }) => withdrawResult(deps, { ctx, input: body }))
  serve(liveApi.limits, ({ ctx, query }) => readLimits(deps, { ctx, input: query }))
  serve(liveApi.stops, ({ ctx }) => listStops(deps, { ctx, input: {} }))
  serve(liveApi.endedStops, ({ ctx, query }) => listEndedStops(deps, { ctx, input: query }))
  serve(liveApi.setStop, ({ ctx, body }) => setStop(deps, { ctx, input: body }))
  serve(liveApi.whatIf, ({ ctx, query }) => readWhatIf(deps, { ctx, input: query }))
}
