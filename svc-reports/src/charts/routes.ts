import { reportsApi } from '@cascade/contracts/reports'
import type { Routes } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { readChart } from './read-chart'

export const chartRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.chart, ({ ctx, query }) => readChart(deps, { ctx, input: query }))
}
