import { type CollectionSpec, keyCollection, type Service } from '@cascade/service-kit'
import { accountCollections, contactCollections } from './accounts/account-writes'
import { ensureSuperadmin } from './accounts/create-account'
import { startClosingWorker } from './accounts/delete-account'
import { gamesFeed } from './accounts/game-store'
import { historyCollectionsFor } from './accounts/history-store'
import { accountRoutes } from './accounts/routes'
import { approvalCollections } from './approvals/approval-store'
import { startExpiry } from './approvals/close-request'
import { approvalRoutes } from './approvals/routes'
import { deviceCollections } from './auth/device-store'
import { presenceCollections } from './auth/presence-store'
import { sessionRoutes } from './auth/routes'
import { sessionCollections } from './auth/session-store'
import { startForgettingSessions } from './auth/sessions'
import { attemptCollections, credentialCollections } from './credentials/credential-store'
import { creditRoutes } from './credit/routes'
import { type AccountsDeps, createDeps, type Settings } from './deps'
import { geoRoutes } from './geo/routes'
import { startMoveWorker } from './hierarchy/moves'
import { hierarchyRoutes } from './hierarchy/routes'
import { startRunWorker } from './jobs/process-runs'
import { runRoutes } from './jobs/routes'
import { runCollections } from './jobs/run-store'
import { ledgerCollections } from './ledger'
import { ledgerRoutes } from './ledger/routes'
import { sealCollections, startLedgerSeal } from './ledger/seal/seal-ledger'
import { noticeCollections } from './notices/notice-store'
import { noticeRoutes } from './notices/routes'
import { playerRoutes } from './player/routes'
import { policyCollections } from './policy/policy-store'
import { remoteCollections } from './remotes/remote-store'
import { remoteRoutes } from './remotes/routes'
import { savedViewRoutes } from './saved-views/routes'
import { savedViewCollections } from './saved-views/saved-view-store'
import { challengeCollections } from './security/challenge-store'
import { factorCollections } from './security/factor-store'
import { launchRoutes } from './security/launch'
import { networkCollections } from './security/network-store'
import { securityRoutes } from './security/routes'
import { subtreeTotalsCollections } from './subtree-totals/subtree-totals-store'
import { startSubtreeTotals } from './subtree-totals/update-subtree-totals'

const collections: readonly CollectionSpec[] = [
  ...accountCollections,
  ...contactCollections,
  keyCollection('creation_keys'),
  ...credentialCollections,
  ...attemptCollections,
  ...sessionCollections,
  ...deviceCollections,
  ...factorCollections,
  ...challengeCollections,
  ...policyCollections,
  ...networkCollections,
  ...approvalCollections,
  ...noticeCollections,
  ...remoteCollections,
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
