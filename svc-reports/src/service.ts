import { accountTreePlans, clearingPlans, type Service } from '@cascade/service-kit'
import { historyRoutes } from './clearings/routes'
import { createDeps, type ReportsDeps, type ReportsSettings } from './deps'
import { backupPlans } from './exports/backup-store'
import { downloadTicketPlans } from './exports/download-tickets'
import { proofPlans } from './exports/proof-store'
import { backupRoutes } from './exports/routes'
import { startActivityConsumer } from './projections/activities/activity-consumer'
import { logPlansFor, logsKeptDays } from './projections/activities/log-entry'
import { startRunActivities } from './projections/activities/run-activities'
import { lastLoginPlans } from './projections/activities/store-activities'
import { figuresView } from './projections/figures/figures-projection'
import { accountTreeView } from './projections/replicas/accounts'
import { gamesFeed } from './projections/replicas/games'
import { generationPlans } from './projections/runtime/generations'
import { runViews } from './projections/runtime/run-projections'
import { transactionsView } from './projections/transactions/transaction'
import { logRoutes } from './reports/activities/routes'
import { chartRoutes } from './reports/charts/routes'
import { commissionRoutes } from './reports/commissions/routes'
import { complaintPlansFor, complaintsKeptDays } from './reports/complaints/complaint-store'
import { complaintRoutes } from './reports/complaints/routes'
import { dashboardRoutes } from './reports/dashboard/routes'
import { flowsView } from './reports/flows/flows-projection'
import { accountStatesView } from './reports/players/account-states-projection'
import { playerRoutes } from './reports/players/routes'
import { transactionRoutes } from './reports/transactions/routes'
import { turnoverRoutes } from './reports/turnover/routes'
import { userRoutes, userSearchPlans } from './reports/users/routes'
import { verificationRoutes } from './verification/routes'
import { runVerification } from './verification/run-verification'
import { verificationPlans } from './verification/verification-store'

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
