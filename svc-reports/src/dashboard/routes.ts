import { reportsApi } from '@cascade/contracts/reports'
import type { Routes } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { readDashboard } from './read-dashboard'

export const dashboardRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.dashboard, ({ ctx }) => readDashboard(deps, { ctx, input: {} }))
}
