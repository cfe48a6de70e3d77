import { reportsApi } from '@cascade/contracts/reports'
import type { Routes } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { readVerification } from './read-verification'
import { rebuildViews } from './rebuild-views'
import { startVerification } from './start-verification'

export const verificationRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.verification, ({ ctx }) => readVerification(deps, { ctx, input: {} }))
  serve(reportsApi.verify, ({ ctx }) => startVerification(deps, { ctx, input: {} }))
  serve(reportsApi.rebuild, ({ ctx }) => rebuildViews(deps, { ctx, input: {} }))
}
