import { liveApi } from '@cascade/contracts/live'
import type { Routes } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { addResult, withdrawResult } from './add-result'
import { readLimits, readWhatIf } from './what-if'

export const drawRoutes: Routes<LiveDeps> = ({ serve }, deps) => {
  serve(liveApi.addResult, ({ ctx, body }) => addResult(deps, { ctx, input: body }))
  serve(liveApi.withdrawResult, ({ ctx, body }) => withdrawResult(deps, { ctx, input: body }))
  serve(liveApi.limits, ({ ctx, query }) => readLimits(deps, { ctx, input: query }))
  serve(liveApi.whatIf, ({ ctx, query }) => readWhatIf(deps, { ctx, input: query }))
}
