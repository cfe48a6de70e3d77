import { reportsApi } from '@cascade/contracts/reports'
import type { Routes } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { listTurnover } from './list-turnover'
import { readWeeks } from './read-weeks'

export const turnoverRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.turnover, ({ ctx, query }) => listTurnover(deps, { ctx, input: query }))
  serve(reportsApi.weeks, ({ ctx, query }) => readWeeks(deps, { ctx, input: query }))
}
