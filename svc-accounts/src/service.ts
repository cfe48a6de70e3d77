import { type CollectionSpec, keyCollection, type Service } from '@cascade/service-kit'
import { accountCollections, contactCollections } from './accounts/account-writes'
import { historyCollectionsFor } from './accounts/history-store'
import { accountRoutes } from './accounts/routes'
import { actionItemRoutes } from './action-items/routes'
import { announcementCollections } from './announcements/announcement-store'
import { announcementRoutes } from './announcements/routes'
import { approvalCollections } from './approvals/approval-store'
import { startApprovedCalls, startExpiry } from './approvals/approval-worker'
import { approvalRoutes } from './approvals/routes'
import { broadcastEndedSessions } from './broadcasts'
import { cashCollections } from './cash/cash-store'
import { cashRoutes } from './cash/routes'
import { creditRoutes } from './credit/routes'
import { type AccountsDeps, createDeps, type Settings } from './deps'
import { geoRoutes } from './geo/routes'
import { startMoveWorker } from './hierarchy/move-worker'
import { hierarchyRoutes } from './hierarchy/routes'
import { challengeCollections } from './identity/factors/challenge-store'
import { factorCollections } from './identity/factors/factor-store'
import { networkCollections } from './identity/networks/network-store'
import { attemptCollections } from './identity/passwords/attempt-store'
import { credentialCollections } from './identity/passwords/credential-store'
import { startForgettingSessions } from './identity/passwords/password-cache'
import { peopleCollections } from './identity/people-store'
import { policyCollections } from './identity/policy/policy-store'
import { identityRoutes } from './identity/routes'
import { deviceCollections } from './identity/sessions/device-store'
import { startViewEnds } from './identity/sessions/end-views'
import { openViewCollections } from './identity/sessions/open-view-store'
import { sessionCollections } from './identity/sessions/session-store'
import { ledgerCollections } from './ledger'
import { ledgerRoutes } from './ledger/routes'
import { sealCollections, startLedgerSeal } from './ledger/seal/seal-ledger'
import { startClosingWorker } from './lifecycle/closing-worker'
import { ensureSuperadmin } from './lifecycle/create-account'
import { lifecycleRoutes } from './lifecycle/routes'
import { limitRoutes } from './limits/routes'
import { maintenanceCollections } from './maintenance/maintenance-store'
import { maintenanceRoutes } from './maintenance/routes'
import { noticeCollections } from './notices/notice-store'
import { startReportNotices } from './notices/report-notices'
import { noticeRoutes } from './notices/routes'
import { startMails } from './notices/send-mails'
import { peopleRoutes } from './people/routes'
import { playerRoutes } from './player/routes'
import { presenceCollections } from './presence/presence-store'
import { presenceRoutes } from './presence/routes'
import { remoteCollections } from './remotes/remote-store'
import { remoteRoutes } from './remotes/routes'
import { gamesFeed } from './replicas/games'
import { runRoutes } from './runs/routes'
import { runCollections } from './runs/run-store'
import { startRunWorker } from './runs/run-worker'
import { savedViewRoutes } from './saved-views/routes'
import { savedViewCollections } from './saved-views/saved-view-store'
import { settlementRoutes } from './settlements/routes'
import { settlementCollections } from './settlements/settlement-store'
import { subtreeTotalsCollections } from './subtree-totals/subtree-totals-store'
import { startSubtreeTotals } from './subtree-totals/update-subtree-totals'

const collections: readonly CollectionSpec[] = [
  ...accountCollections,
  ...contactCollections,
  keyCollection('creation_keys'),
  ...credentialCollections,
  ...attemptCollections,
  ...sessionCollections,
  ...openViewCollections,
  ...deviceCollections,
  ...factorCollections,
  ...challengeCollections,
  ...policyCollections,
  ...networkCollections,
  ...approvalCollections,
  ...cashCollections,
  ...settlementCollections,
  ...noticeCollections,
  ...announcementCollections,
  ...maintenanceCollections,
  ...remoteCollections,
  ...peopleCollections,
  ...presenceCollections,
  ...savedViewCollections,
  ...runCollections,
  ...subtreeTotalsCollections,
  ...ledgerCollections,
  ...sealCollections,
]

/** Definition of svc-accounts. On an empty database the first superadmin is created before the server starts. */
export const createAccountsService = (settings: Settings): Service<AccountsDeps> => ({
  name: 'accounts',
  collections: [...collections, ...historyCollectionsFor(settings.DELETED_KEPT_DAYS)],
  broadcast: broadcastEndedSessions,
  feeds: [gamesFeed],
  createDeps: parts => createDeps(parts, settings),
  prepare: deps => ensureSuperadmin(deps, settings.SUPERADMIN_PASSWORD),
  routes: [
    identityRoutes,
    presenceRoutes,
    noticeRoutes,
    announcementRoutes,
    maintenanceRoutes,
    remoteRoutes,
    peopleRoutes,
    approvalRoutes,
    hierarchyRoutes,
    savedViewRoutes,
    runRoutes,
    geoRoutes,
    creditRoutes,
    cashRoutes,
    settlementRoutes,
    ledgerRoutes,
    limitRoutes,
    actionItemRoutes,
    playerRoutes,
    lifecycleRoutes,
    accountRoutes,
  ],
  background: (deps, parts) => [
    startMoveWorker(deps, parts.logger),
    startSubtreeTotals(deps, parts),
    startClosingWorker(deps, parts),
    startRunWorker(deps, parts),
    startExpiry(deps, parts),
    startViewEnds(deps, parts),
    startApprovedCalls(deps, parts),
    startMails(deps, parts),
    startReportNotices(deps, parts),
    startForgettingSessions(parts.bus, deps.passwords),
    deps.ledger,
    deps.reachedLimits,
    startLedgerSeal(parts),
    ...Object.values(deps.ledgerPublishers),
  ],
})
