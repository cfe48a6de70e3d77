import type { Service } from '@cascade/service-kit'
import { accountsFeed } from './copies/accounts'
import { daybookPlans } from './daybook/daybook'
import { createDeps, type ReportsDeps } from './deps'
import { startActivityConsumer } from './logs/activity-consumer'
import { logsName } from './logs/log-rows'
import { logRoutes } from './logs/routes'
import { transactionRoutes } from './transactions/routes'
import { transactionsName } from './transactions/transaction-rows'
import { userSearchPlans } from './users/find-users'
import { userRoutes } from './users/routes'

/** svc-reports as data: its views of the accounts feed and of the gateway's activities, and the calls that read them. */
export const reportsService: Service<ReportsDeps> = {
  domain: 'reports',
  plans: [...userSearchPlans, ...daybookPlans(transactionsName), ...daybookPlans(logsName), { name: 'projections' }],
  feeds: [accountsFeed],
  createDeps,
  routes: [transactionRoutes, userRoutes, logRoutes],
  background: (_deps, parts) => [startActivityConsumer(parts)],
}
