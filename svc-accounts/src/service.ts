import { type CollectionPlan, feedMarkPlans, type Service } from '@cascade/service-kit'
import { startClosing } from './accounts/closing/start-closing'
import { accountRoutes } from './accounts/routes'
import { accountPlans } from './accounts/store/account-plans'
import { contactPlans } from './accounts/store/contacts'
import { creationKeyPlans } from './accounts/store/creation-key-store'
import { historyPlans } from './accounts/store/history-store'
import { startAnnouncer } from './accounts/verbs/announce-reparented'
import { ensureSuperadmin } from './accounts/verbs/ensure-superadmin'
import { branchPlans } from './branches/branch-store'
import { startBranches } from './branches/start-branches'
import { gamesFeed } from './copies/games'
import { attemptPlans } from './credentials/attempt-store'
import { credentialPlans } from './credentials/credential-store'
import { creditRoutes } from './credit/routes'
import { type AccountsDeps, createDeps, type Settings } from './deps'
import { geoRoutes } from './geo/routes'
import { ledgerPlans } from './ledger'
import { playRoutes } from './play/routes'
import { playerRoutes } from './player/routes'
import { forgetEndedSessions } from './sessions/ended-sessions'
import { presencePlans } from './sessions/presence/presence-store'
import { sessionRoutes } from './sessions/routes'
import { sessionPlans } from './sessions/session-store'
import { treeRoutes } from './tree/routes'
import { viewRoutes } from './views/routes'
import { viewPlans } from './views/view-store'

const plans: readonly CollectionPlan[] = [
  ...accountPlans,
  ...contactPlans,
  ...creationKeyPlans,
  ...historyPlans,
  ...credentialPlans,
  ...attemptPlans,
  ...sessionPlans,
  ...presencePlans,
  ...viewPlans,
  ...branchPlans,
  ...ledgerPlans,
  ...feedMarkPlans,
]

/** svc-accounts as data; on an empty database the first superadmin is made before the first call is taken. */
export const createAccountsService = (settings: Settings): Service<AccountsDeps> => ({
  domain: 'accounts',
  plans,
  feeds: [gamesFeed],
  createDeps: parts => createDeps(parts, settings),
  prepare: deps => ensureSuperadmin(deps, settings.SUPERADMIN_PASSWORD),
  routes: [sessionRoutes, treeRoutes, viewRoutes, geoRoutes, creditRoutes, playRoutes, playerRoutes, accountRoutes],
  background: (deps, parts) => [
    startAnnouncer(deps, parts.logger),
    startBranches(deps, parts),
    startClosing(deps, parts),
    forgetEndedSessions(parts.bus, deps.passwords),
    deps.ledger,
    ...Object.values(deps.ledgerPublishers),
  ],
})
