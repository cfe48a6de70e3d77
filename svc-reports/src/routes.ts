import { reportsApi } from '@cascade/contracts/reports'
import { handle, type ServiceHono, type ServiceParts } from '@cascade/service-kit'
import { listLogs, listLogsOf } from './logs/list-logs'
import { listTransactions } from './transactions/list-transactions'
import { findUsers } from './users/find-users'

/** Routes are matched in this order: the fixed paths below `logs` come before the one with an id. */
export function addReportRoutes(
  app: ServiceHono,
  verifyToken: ServiceParts['verifyToken'],
  db: ServiceParts['mongo']['db'],
): void {
  handle(app, verifyToken, reportsApi.transactions, ({ actor, query }) => listTransactions(db, actor, query))
  handle(app, verifyToken, reportsApi.findAllUsers, async ({ actor, query }) => ({
    data: await findUsers(db, actor, query.q),
  }))
  handle(app, verifyToken, reportsApi.logs, ({ actor, query }) => listLogs(db, actor, query))
  handle(app, verifyToken, reportsApi.activityLogs, ({ actor, query }) => listLogs(db, actor, query))
  handle(app, verifyToken, reportsApi.userLogs, ({ actor, params, query }) => listLogsOf(db, actor, params.id, query))
  handle(app, verifyToken, reportsApi.logsOfUser, ({ actor, params, query }) =>
    listLogsOf(db, actor, params.userId, query),
  )
}
