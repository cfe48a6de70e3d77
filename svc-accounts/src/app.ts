import type { CollectionPlan, ServiceHono, TokenVerifier } from '@cascade/service-kit'
import { accountPlans } from './accounts/account-plans'
import { childrenRoutes } from './accounts/children-routes'
import { contactPlans } from './accounts/contacts'
import { creationKeyPlans } from './accounts/creation-keys'
import { accountRoutes } from './accounts/routes'
import { attemptPlans } from './credentials/attempt-guard'
import { credentialPlans } from './credentials/credential-store'
import type { AccountsDeps } from './deps'
import { gameNamePlans } from './games/game-names'
import { geoRoutes } from './geo/routes'
import { ledgerPlans } from './ledger'
import { presencePlans } from './sessions/presence'
import { internalSessionRoutes, sessionRoutes } from './sessions/routes'
import { sessionPlans } from './sessions/session-store'
import { treeRoutes } from './tree/routes'

/** Every collection of this service; the service kit adds its own for events. */
export const accountsPlans: readonly CollectionPlan[] = [
  ...accountPlans,
  ...contactPlans,
  ...creationKeyPlans,
  ...credentialPlans,
  ...attemptPlans,
  ...sessionPlans,
  ...presencePlans,
  ...gameNamePlans,
  ...ledgerPlans,
]

/** Adds the calls of the accounts domain to an app. Children paths come first: their segments are static. */
export function createAccountsApp(
  app: ServiceHono,
  verifyToken: TokenVerifier,
  deps: AccountsDeps,
  options: { signupAllowed: boolean },
): ServiceHono {
  sessionRoutes(app, verifyToken, deps, options)
  internalSessionRoutes(app, verifyToken, deps)
  treeRoutes(app, verifyToken, deps)
  geoRoutes(app, verifyToken)
  childrenRoutes(app, verifyToken, deps)
  accountRoutes(app, verifyToken, deps)
  return app
}
