import { liveApi } from '@cascade/contracts/live'
import type { Routes } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { withVerdict } from '../ledger/key-verdict'
import { addBalance } from './add-balance'
import { addResult } from './add-result'
import { correctResult } from './correct-result'
import { previewCorrection } from './preview-correction'
import { readLimits } from './read-limits'
import { listEndedStops, listStops, setStop } from './stops'

export const controlRoutes: Routes<LiveDeps> = ({ serve }, deps) => {
  serve(liveApi.addBalance, ({ ctx, body }) => withVerdict(ctx, () => addBalance(deps, { ctx, input: body })))
  serve(liveApi.addResult, ({ ctx, body }) => addResult(deps, { ctx, input: body }))
  serve(liveApi.correctResult, ({ ctx, body }) => correctResult(deps, { ctx, input: body }))
  serve(liveApi.correction, ({ ctx, query }) => previewCorrection(deps, { ctx, input: query }))
  serve(liveApi.limits, ({ ctx, query }) => readLimits(deps, { ctx, input: query }))
  serve(liveApi.stops, ({ ctx }) => listStops(deps, { ctx, input: {} }))
  serve(liveApi.endedStops, ({ ctx, query }) => listEndedStops(deps, { ctx, input: query }))
  serve(liveApi.setStop, ({ ctx, body }) => setStop(deps, { ctx, input: body }))
}
