import { reportsApi } from '@cascade/contracts/reports'
import type { Routes } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { listLogs, listLogsOf } from './list-logs'

/** Routes are matched in this order: the fixed paths below `logs` come before the one with an id. */
export const logRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.logs, ({ ctx, query }) => listLogs(deps, { ctx, input: query }))
  serve(reportsApi.activityLogs, ({ ctx, query }) => listLogs(deps, { ctx, input: query }))
  serve(reportsApi.userLogs, ({ ctx, params, query }) =>
    listLogsOf(deps, { ctx, input: { ...query, accountId: params.id } }),
  )
  serve(reportsApi.logsOfUser, ({ ctx, params, query }) =>
    listLogsOf(deps, { ctx, input: { ...query, accountId: params.userId } }),
  )
}
