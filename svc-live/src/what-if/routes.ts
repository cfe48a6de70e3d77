import { liveApi } from '@cascade/contracts/live'
import type { Routes } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { readWhatIf } from './read-what-if'

export const whatIfRoutes: Routes<LiveDeps> = ({ serve }, deps) => {
  serve(liveApi.whatIf, ({ ctx, query }) => readWhatIf(deps, { ctx, input: query }))
}
