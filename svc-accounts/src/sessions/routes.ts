import { accountsInternal, authTexts, sessionApi } from '@cascade/contracts/accounts'
import { handle, handleInternal, type ServiceHono, type TokenVerifier } from '@cascade/service-kit'
import { viewOf } from '../accounts/account-view'
import { findInScope } from '../accounts/find-account'
import { ctxOf } from '../accounts/routes'
import { loadSenders } from '../credit/load-credit'
import type { AccountsDeps } from '../deps'
import { countUsers } from '../tree/user-counts'
import { authUserOf } from './auth-user'
import { changePassword } from './change-password'
import { endSession, listSessions, logoutPlayer } from './list-sessions'
import { openSession } from './open-session'
import { keepPresence } from './presence'
import { closeSession, readSession } from './read-session'
import { signUp } from './signup'

export function sessionRoutes(
  app: ServiceHono,
  verifyToken: TokenVerifier,
  deps: AccountsDeps,
  options: { signupAllowed: boolean },
): void {
  handle(app, verifyToken, sessionApi.signup, async ({ body, call }) => ({
    data: await signUp(deps, options.signupAllowed, body, call.requestId),
  }))
  handle(app, verifyToken, sessionApi.userauth, async ({ actor, params }) => {
    const user = await authUserOf(deps, await findInScope(deps, actor, params.id))
    return { data: user, user }
  })
  handle(app, verifyToken, sessionApi.changePassword, async input => {
    await changePassword(deps, ctxOf(input), input.body)
    return { message: authTexts.passwordChanged }
  })
  handle(app, verifyToken, sessionApi.fetchUserById, async ({ actor, query }) => {
    const account = await findInScope(deps, actor, query.id ?? actor.accountId)
    return { data: await viewOf(deps, actor, account) }
  })
  handle(app, verifyToken, sessionApi.userCount, ({ actor }) => countUsers(deps, actor))
  handle(app, verifyToken, sessionApi.loadCredit, async input => ({
    data: await loadSenders(deps, ctxOf(input), input.query.id),
  }))
  handle(app, verifyToken, sessionApi.playerLogout, async input => {
    await logoutPlayer(deps, ctxOf(input), input.query.id)
    return { message: authTexts.loggedOutPlayer }
  })
  handle(app, verifyToken, sessionApi.sessions, async input => ({
    data: await listSessions(deps, ctxOf(input), input.params.userId),
  }))
  handle(app, verifyToken, sessionApi.endSession, async input => {
    await endSession(deps, ctxOf(input), input.params.userId, input.params.sessionId)
    return {}
  })
}

/** What the gateway asks for itself. */
export function internalSessionRoutes(app: ServiceHono, verifyToken: TokenVerifier, deps: AccountsDeps): void {
  handleInternal(app, verifyToken, accountsInternal.openSession, ({ body }) => openSession(deps, body))
  handleInternal(app, verifyToken, accountsInternal.readSession, ({ params }) =>
    readSession(deps, params.sessionId ?? ''),
  )
  handleInternal(app, verifyToken, accountsInternal.endSession, async ({ params, requestId }) => {
    await closeSession(deps, params.sessionId ?? '', requestId)
    return { success: true as const }
  })
  handleInternal(app, verifyToken, accountsInternal.presence, async ({ body }) => {
    await keepPresence(deps, body.gatewayId, body.online)
    return { success: true as const }
  })
}
