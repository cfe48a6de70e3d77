import { type CollectionPlan, keyPlan, type Service } from '@cascade/service-kit'
import { accountPlans, contactPlans } from './accounts/account-writes'
import { ensureSuperadmin } from './accounts/create-account'
import { startClosingWorker } from './accounts/delete-account'
import { gamesFeed } from './accounts/game-store'
import { historyPlansFor } from './accounts/history-store'
import { accountRoutes } from './accounts/routes'
import { approvalPlans } from './approvals/approval-store'
import { startExpiry } from './approvals/close-request'
import { approvalRoutes } from './approvals/routes'
import { devicePlans } from './auth/device-store'
import { presencePlans } from './auth/presence-store'
import { sessionRoutes } from './auth/routes'
import { sessionPlans } from './auth/session-store'
import { startForgettingSessions } from './auth/sessions'
import { attemptPlans, credentialPlans } from './credentials/credential-store'
import { creditRoutes } from './credit/routes'
import { type AccountsDeps, createDeps, type Settings } from './deps'
import { geoRoutes } from './geo/routes'
import { startMoveWorker } from './hierarchy/moves'
import { hierarchyRoutes } from './hierarchy/routes'
import { startRunWorker } from './jobs/process-runs'
import { runRoutes } from './jobs/routes'
import { runPlans } from './jobs/run-store'
import { ledgerPlans } from './ledger'
import { ledgerRoutes } from './ledger/routes'
import { sealPlans, startLedgerSeal } from './ledger/seal/seal-ledger'
import { noticePlans } from './notices/notice-store'
import { noticeRoutes } from './notices/routes'
import { playerRoutes } from './player/routes'
import { policyPlans } from './policy/policy-store'
import { remotePlans } from './remotes/remote-store'
import { remoteRoutes } from './remotes/routes'
import { savedViewRoutes } from './saved-views/routes'
import { savedViewPlans } from './saved-views/saved-view-store'
import { challengePlans } from './security/challenge-store'
import { factorPlans } from './security/factor-store'
import { launchRoutes } from './security/launch'
import { networkPlans } from './security/network-store'
import { securityRoutes } from './security/routes'
import { subtreeTotalsPlans } from './subtree-totals/subtree-totals-store'
import { startSubtreeTotals } from './subtree-totals/update-subtree-totals'

const plans: readonly CollectionPlan[] = [
  ...accountPlans,
  ...contactPlans,
  keyPlan('creation_keys'),
  ...credentialPlans,
  ...attemptPlans,
  ...sessionPlans,
  ...devicePlans,
  ...factorPlans,
  ...challengePlans,
  ...policyPlans,
  ...networkPlans,
  ...approvalPlans,
  ...noticePlans,
  ...remotePlans,
  ...presencePlans,
  ...savedViewPlans,
  ...runPlans,
  ...subtreeTotalsPlans,
  ...ledgerPlans,
  ...sealPlans,
]

/** Definition of svc-accounts. On an empty database the first superadmin is created before the server starts. */
export const createAccountsService = (settings: Settings): Service<AccountsDeps> => ({
  name: 'accounts',
  plans: [...plans, ...historyPlansFor(settings.DELETED_KEPT_DAYS)],
  feeds: [gamesFeed],
  createDeps: parts => createDeps(parts, settings),
  prepare: deps => ensureSuperadmin(deps, settings.SUPERADMIN_PASSWORD),
  routes: [
    securityRoutes,
    launchRoutes,
    noticeRoutes,
    remoteRoutes,
    sessionRoutes,
    approvalRoutes,
    hierarchyRoutes,
    savedViewRoutes,
    runRoutes,
    geoRoutes,
    creditRoutes,
    ledgerRoutes,
    playerRoutes,
    accountRoutes,
  ],
  background: (deps, parts) => [
    startMoveWorker(deps, parts.logger),
    startSubtreeTotals(deps, parts),
    startClosingWorker(deps, parts),
    startRunWorker(deps, parts),
    startExpiry(deps, parts),
    startForgettingSessions(parts.bus, deps.passwords),
    deps.ledger,
    startLedgerSeal(parts),
    ...Object.values(deps.ledgerPublishers),
  ],
})
