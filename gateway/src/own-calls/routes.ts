import { authApi } from '@cascade/contracts/accounts'
import { gatewayApi } from '@cascade/contracts/gateway'
import type { OwnCallDeps } from './deps'
import { logUserActivity } from './log-user-activity'
import type { OwnCalls } from './own-calls'
import { readSession } from './read-session'
import { signIn } from './sign-in'
import { signOut } from './sign-out'

/** Which verb serves which of the gateway's own calls. */
export function ownRoutes({ serve }: OwnCalls, deps: OwnCallDeps): void {
  serve(authApi.login, asked => signIn(deps, asked))
  serve(authApi.session, asked => readSession(deps, asked))
  serve(authApi.logout, asked => signOut(deps, asked))
  serve(gatewayApi.logUserActivity, asked => logUserActivity(deps, asked))
}
