import type { CollectionPlan, Service } from '@cascade/service-kit'
import { accountPlans } from './accounts/account-plans'
import { startMoveAnnouncer } from './accounts/announce-moves'
import { ensureSuperadmin } from './accounts/bootstrap'
import { childrenRoutes } from './accounts/children-routes'
import { contactPlans } from './accounts/contacts'
import { creationKeyPlans } from './accounts/creation-keys'
import { accountRoutes } from './accounts/routes'
import { gamesFeed } from './copies/games'
import { attemptPlans } from './credentials/attempt-guard'
import { credentialPlans } from './credentials/credential-store'
import { type AccountsDeps, createDeps } from './deps'
import type { AccountsEnv } from './env'
import { geoRoutes } from './geo/routes'
import { ledgerPlans } from './ledger'
import { presencePlans } from './sessions/presence'
import { listenForEndedSessions } from './sessions/reactions'
import { sessionRoutes } from './sessions/routes'
import { sessionPlans } from './sessions/session-store'
import { treeRoutes } from './tree/routes'

const plans: readonly CollectionPlan[] = [
  ...accountPlans,
  ...contactPlans,
  ...creationKeyPlans,
  ...credentialPlans,
  ...attemptPlans,
  ...sessionPlans,
  ...presencePlans,
  ...ledgerPlans,
]

export type AccountsSettings = Pick<AccountsEnv, 'LEDGER_LANE' | 'SUPERADMIN_PASSWORD' | 'signupAllowed'>

/** svc-accounts as data; on an empty database the first superadmin is made before the first call is taken. */
export const createAccountsService = (settings: AccountsSettings): Service<AccountsDeps> => ({
  domain: 'accounts',
  plans,
  feeds: [gamesFeed],
  createDeps: parts => createDeps(parts, settings),
  prepare: deps => ensureSuperadmin(deps, settings.SUPERADMIN_PASSWORD),
  // Children paths come before those of a level: their segments are static.
  routes: [sessionRoutes, treeRoutes, geoRoutes, childrenRoutes, accountRoutes],
  background: (deps, { bus, logger }) => [
    startMoveAnnouncer(deps, logger),
    listenForEndedSessions(bus, deps.passwords),
    deps.ledger,
  ],
})
