import { accountTreePlans, type ServiceEnv, startFeedConsumer, startService } from '@cascade/service-kit'
import { accountsFeedSchemas, projectAccountsFeed } from './accounts-feed'
import { daybookPlans } from './daybook/daybook'
import { startActivityConsumer } from './logs/activity-consumer'
import { logsName } from './logs/log-rows'
import { addReportRoutes } from './routes'
import { transactionsName } from './transactions/transaction-rows'
import { userSearchPlans } from './users/find-users'

const plans = [
  ...accountTreePlans,
  ...userSearchPlans,
  ...daybookPlans(transactionsName),
  ...daybookPlans(logsName),
  { name: 'projections' },
]

/** Starts svc-reports: its views of the accounts feed and of the gateway's activities, and the calls that read them. */
export function startReports(env: ServiceEnv): Promise<() => Promise<void>> {
  return startService({
    domain: 'reports',
    env,
    plans,
    async build({ mongo: { client, db, close }, bus, call, instanceId, logger, verifyToken, zone }, app) {
      const accounts = startFeedConsumer({
        client,
        db,
        bus,
        call,
        instanceId,
        logger,
        name: 'reports',
        producer: 'accounts',
        schemas: accountsFeedSchemas,
        project: (events, session) => projectAccountsFeed(db, events, session),
      })
      const activities = startActivityConsumer({ client, db, close, bus, logger, zone })
      addReportRoutes(app, verifyToken, db)
      return [accounts, activities]
    },
  })
}
