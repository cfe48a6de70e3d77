import { liveApi } from '@cascade/contracts/live'
import type { Routes } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { addResult, withdrawResult } from './add-result'

export const drawRoutes: Routes<LiveDeps> = ({ serve }, deps) => {
  serve(liveApi.addResult, ({ ctx, body }) => addResult(deps, { ctx, input: body }))
  serve(liveApi.withdrawResult, ({ ctx, body }) => withdrawResult(deps, { ctx, input: body }))
}
