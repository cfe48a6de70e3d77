import { accountTreeCollections, clearingCollections, type Service } from '@cascade/service-kit'
import { chainCollections } from '@cascade/service-kit/log-chain'
import { clearingRoutes } from './clearings/routes'
import { createDeps, type ReportsDeps, type ReportsSettings } from './deps'
import { backupCollections } from './exports/backup-store'
import { downloadTicketCollections } from './exports/download-tickets'
import { proofCollections } from './exports/proof-store'
import { backupRoutes } from './exports/routes'
import { startChainEvents } from './log-chain/chain-events'
import { logChainRoutes } from './log-chain/routes'
import { startLogSeal } from './log-chain/seal-log'
import { periodRoutes } from './periods/routes'
import { startActivityConsumer } from './projections/activities/activity-consumer'
import { activityNumberCollections } from './projections/activities/activity-numbers'
import { startEventActivities } from './projections/activities/event-activities'
import { logCollections, logRetentionDaysDefault } from './projections/activities/log-entry'
import { lastLoginCollections } from './projections/activities/store-activities'
import { correctionsProjection } from './projections/figures/corrections-projection'
import { figuresProjection } from './projections/figures/figures-projection'
import { accountTreeProjection } from './projections/replicas/accounts'
import { gamesFeed } from './projections/replicas/games'
import { generationCollections, type Projection } from './projections/runtime/generations'
import { runProjections } from './projections/runtime/run-projections'
import { transactionsProjection } from './projections/transactions/transaction'
import { dueCollections, dueCreditProjection, duePlayProjection } from './projections/watch-days/due-store'
import { rejectionCollections } from './projections/watch-days/rejections'
import { signInCollections } from './projections/watch-days/sign-ins'
import { logRoutes } from './reports/activities/routes'
import { branchMovesProjection } from './reports/branch-moves'
import { caseRoutes } from './reports/cases/routes'
import { chartRoutes } from './reports/charts/routes'
import { commissionRoutes } from './reports/commissions/routes'
import { complaintCollections, complaintRetentionDaysDefault } from './reports/complaints/complaint-store'
import { complaintRoutes } from './reports/complaints/routes'
import { dashboardRoutes } from './reports/dashboard/routes'
import { flowsProjection } from './reports/flows/flows-projection'
import { accountStatesProjection } from './reports/players/account-states-projection'
import { playerRoutes } from './reports/players/routes'
import { transactionRoutes } from './reports/transactions/routes'
import { turnoverRoutes } from './reports/turnover/routes'
import { userRoutes, userSearchCollections } from './reports/users/routes'
import { watchRoutes } from './reports/watch/routes'
import { ruleCollections } from './reports/watch/rule-store'
import { watchCollections } from './reports/watch/watch-store'
import { startWatch } from './reports/watch/watch-worker'
import { cashProjection } from './reports/week/cash-projection'
import { weekRoutes } from './reports/week/routes'
import { scheduleRoutes } from './schedules/routes'
import { scheduleCollections } from './schedules/schedule-store'
import { startSchedules } from './schedules/send-reports'
import { checkpointCollections } from './verification/checkpoints'
import { verificationRoutes } from './verification/routes'
import { runVerification } from './verification/run-verification'
import { verificationCollections } from './verification/verification-store'

const projectionsFor = (zone: string) => [
  accountTreeProjection,
  branchMovesProjection,
  accountStatesProjection,
  flowsProjection,
  transactionsProjection,
  correctionsProjection,
  cashProjection,
  withCheckpoints(figuresProjection(zone)),
  duePlayProjection,
  dueCreditProjection,
]

/** Checkpoints belong to a generation and are removed with it. */
const withCheckpoints = (projection: Projection): Projection => ({
  ...projection,
  collections: prefix => [...projection.collections(prefix), ...checkpointCollections(prefix)],
})

/** svc-reports: projections of other services' events, and the endpoints that read them. */
export const createReportsService = (settings: ReportsSettings = {}): Service<ReportsDeps> => ({
  name: 'reports',
  collections: [
    ...accountTreeCollections,
    ...userSearchCollections,
    ...generationCollections,
    ...logCollections(settings.logRetentionDays ?? logRetentionDaysDefault),
    ...chainCollections(settings.logRetentionDays ?? logRetentionDaysDefault),
    ...lastLoginCollections,
    ...activityNumberCollections,
    ...complaintCollections(settings.complaintRetentionDays ?? complaintRetentionDaysDefault),
    ...clearingCollections,
    ...verificationCollections,
    ...backupCollections,
    ...downloadTicketCollections,
    ...proofCollections,
    ...scheduleCollections,
    ...watchCollections,
    ...ruleCollections,
    ...dueCollections,
    ...rejectionCollections,
    ...signInCollections,
    { name: 'projections' },
  ],
  feeds: [gamesFeed],
  createDeps: parts => createDeps(parts, settings),
  routes: [
    transactionRoutes,
    userRoutes,
    logChainRoutes,
    logRoutes,
    complaintRoutes,
    caseRoutes,
    turnoverRoutes,
    weekRoutes,
    commissionRoutes,
    chartRoutes,
    clearingRoutes,
    playerRoutes,
    dashboardRoutes,
    verificationRoutes,
    periodRoutes,
    backupRoutes,
    scheduleRoutes,
    watchRoutes,
  ],
  background: (deps, parts) => [
    runProjections(parts, projectionsFor(parts.zone), deps.generations),
    startActivityConsumer(parts, deps.generations),
    startEventActivities(parts, deps.generations),
    startChainEvents(parts),
    ...(settings.logHeads ? [startLogSeal(parts, settings.logHeads)] : []),
    runVerification(parts, deps.generations, deps.verification, settings.verificationHasPauses),
    startSchedules(deps),
    startWatch(deps, parts),
  ],
})
