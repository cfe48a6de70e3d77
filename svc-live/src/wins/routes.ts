import { liveApi } from '@cascade/contracts/live'
import type { Routes } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { withVerdict } from '../ledger/key-verdict'
import { takeWins } from './take-wins'

export const winRoutes: Routes<LiveDeps> = ({ serve }, deps) => {
  serve(liveApi.take, ({ ctx, body }) => withVerdict(ctx, () => takeWins(deps, { ctx, input: body })))
}
