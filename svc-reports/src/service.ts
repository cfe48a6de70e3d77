import { accountTreePlans, clearingPlans, type Service } from '@cascade/service-kit'
import { backupPlans, downloadTicketPlans } from './backups/backup-store'
import { proofPlans } from './backups/proof-store'
import { backupRoutes } from './backups/routes'
import { chartRoutes } from './charts/routes'
import { commissionRoutes } from './commissions/routes'
import { complaintPlansFor, complaintsKeptDays } from './complaints/complaint-store'
import { complaintRoutes } from './complaints/routes'
import { accountTreeView } from './copies/accounts'
import { gamesFeed } from './copies/games'
import { dashboardRoutes } from './dashboard/routes'
import { createDeps, type ReportsDeps, type ReportsSettings } from './deps'
import { figuresView } from './figures/figures-view'
import { flowsView } from './flows/flows-view'
import { historyRoutes } from './history/routes'
import { startActivityConsumer } from './logs/activity-consumer'
import { lastLoginPlans } from './logs/keep-activities'
import { logPlansFor, logsKeptDays } from './logs/log-facts'
import { logRoutes } from './logs/routes'
import { startRunActivities } from './logs/run-activities'
import { accountStatesView } from './players/account-states-view'
import { playerRoutes } from './players/routes'
import { transactionRoutes } from './transactions/routes'
import { transactionsView } from './transactions/transaction'
import { turnoverRoutes } from './turnover/routes'
import { userRoutes, userSearchPlans } from './users/routes'
import { verificationRoutes } from './verification/routes'
import { runVerification } from './verification/run-verification'
import { verificationPlans } from './verification/verification-store'
import { generationPlans } from './views/generations'
import { runViews } from './views/run-views'

/** What is kept of the events of others, and can be built anew from the first one on. */
const viewsOf = (zone: string) => [accountTreeView, accountStatesView, flowsView, transactionsView, figuresView(zone)]

/** svc-reports as data: its views of what the others tell, and the calls that read them. */
export const createReportsService = (settings: ReportsSettings = {}): Service<ReportsDeps> => ({
  domain: 'reports',
  plans: [
    ...accountTreePlans,
    ...userSearchPlans,
    ...generationPlans,
    ...logPlansFor(settings.logsKeptDays ?? logsKeptDays),
    ...lastLoginPlans,
    ...complaintPlansFor(settings.complaintsKeptDays ?? complaintsKeptDays),
    ...clearingPlans,
    ...verificationPlans,
    ...backupPlans,
    ...downloadTicketPlans,
    ...proofPlans,
    { name: 'projections' },
  ],
  feeds: [gamesFeed],
  createDeps: parts => createDeps(parts, settings),
  routes: [
    transactionRoutes,
    userRoutes,
    logRoutes,
    complaintRoutes,
    turnoverRoutes,
    commissionRoutes,
    chartRoutes,
    historyRoutes,
    playerRoutes,
    dashboardRoutes,
    verificationRoutes,
    backupRoutes,
  ],
  background: ({ generations, verification }, parts) => [
    runViews(parts, viewsOf(parts.zone), generations),
    startActivityConsumer(parts, generations),
    startRunActivities(parts, generations),
    runVerification(parts, generations, verification),
  ],
})
