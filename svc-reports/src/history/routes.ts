import { reportsApi } from '@cascade/contracts/reports'
import type { Routes } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { clearHistory, listClearings } from './clear-history'

export const historyRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.clearHistory, ({ ctx, body }) => clearHistory(deps, { ctx, input: body }))
  serve(reportsApi.clearings, ({ ctx }) => listClearings(deps, { ctx, input: {} }))
}
