import { type CollectionPlan, keyPlan, type Service } from '@cascade/service-kit'
import { accountPlans, contactPlans } from './accounts/account-writes'
import { ensureSuperadmin } from './accounts/create-account'
import { startClosing } from './accounts/delete-account'
import { gamesFeed } from './accounts/game-store'
import { historyPlansFor } from './accounts/history-store'
import { accountRoutes } from './accounts/routes'
import { presencePlans } from './auth/presence-store'
import { sessionRoutes } from './auth/routes'
import { sessionPlans } from './auth/session-store'
import { forgetEndedSessions } from './auth/sessions'
import { attemptPlans, credentialPlans } from './credentials/credential-store'
import { creditRoutes } from './credit/routes'
import { type AccountsDeps, createDeps, type Settings } from './deps'
import { geoRoutes } from './geo/routes'
import { startAnnouncer } from './hierarchy/moves'
import { treeRoutes } from './hierarchy/routes'
import { runRoutes } from './jobs/routes'
import { runPlans } from './jobs/run-store'
import { startRuns } from './jobs/work-runs'
import { ledgerPlans } from './ledger'
import { ledgerRoutes } from './ledger/routes'
import { playerRoutes } from './player/routes'
import { viewRoutes } from './saved-views/routes'
import { viewPlans } from './saved-views/saved-view-store'
import { branchPlans } from './subtree-totals/subtree-totals-store'
import { startBranches } from './subtree-totals/update-subtree-totals'

const plans: readonly CollectionPlan[] = [
  ...accountPlans,
  ...contactPlans,
  keyPlan('creation_keys'),
  ...credentialPlans,
  ...attemptPlans,
  ...sessionPlans,
  ...presencePlans,
  ...viewPlans,
  ...runPlans,
  ...branchPlans,
  ...ledgerPlans,
]

/** svc-accounts as data; on an empty database the first superadmin is made before the first call is taken. */
export const createAccountsService = (settings: Settings): Service<AccountsDeps> => ({
  domain: 'accounts',
  plans: [...plans, ...historyPlansFor(settings.DELETED_KEPT_DAYS)],
  feeds: [gamesFeed],
  createDeps: parts => createDeps(parts, settings),
  prepare: deps => ensureSuperadmin(deps, settings.SUPERADMIN_PASSWORD),
  routes: [
    sessionRoutes,
    treeRoutes,
    viewRoutes,
    runRoutes,
    geoRoutes,
    creditRoutes,
    ledgerRoutes,
    playerRoutes,
    accountRoutes,
  ],
  background: (deps, parts) => [
    startAnnouncer(deps, parts.logger),
    startBranches(deps, parts),
    startClosing(deps, parts),
    startRuns(deps, parts),
    forgetEndedSessions(parts.bus, deps.passwords),
    deps.ledger,
    ...Object.values(deps.ledgerPublishers),
  ],
})
