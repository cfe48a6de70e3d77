import { liveApi, liveInternal } from '@cascade/contracts/live'
import type { Routes } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { withVerdict } from '../ledger/key-verdict'
import { createBet } from './create-bet'

export const betRoutes: Routes<LiveDeps> = ({ serve, serveInternal }, deps) => {
  serve(liveApi.createBet, ({ ctx, body }) => withVerdict(ctx, () => createBet(deps, { ctx, input: body })))
  serveInternal(liveInternal.placeBet, ({ body }) => deps.engine.placeBet(body))
}
