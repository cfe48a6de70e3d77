import { accountsInternal, authTexts, sessionApi } from '@cascade/contracts/accounts'
import type { Routes } from '@cascade/service-kit'
import { viewOf } from '../accounts/account-view'
import { findInScope } from '../accounts/find-account'
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

export const sessionRoutes: Routes<AccountsDeps> = ({ serve, serveInternal }, deps) => {
  serve(sessionApi.signup, async ({ body, ctx }) => ({
    data: await signUp(deps, deps.signupAllowed, body, ctx.requestId),
  }))
  serve(sessionApi.userauth, async ({ ctx: { actor }, params }) => {
    const user = await authUserOf(deps, await findInScope(deps, actor, params.id))
    return { data: user, user }
  })
  serve(sessionApi.changePassword, async input => {
    await changePassword(deps, input.ctx, input.body)
    return { message: authTexts.passwordChanged }
  })
  serve(sessionApi.fetchUserById, async ({ ctx: { actor }, query }) => {
    const account = await findInScope(deps, actor, query.id ?? actor.accountId)
    return { data: await viewOf(deps, actor, account) }
  })
  serve(sessionApi.userCount, ({ ctx: { actor } }) => countUsers(deps, actor))
  serve(sessionApi.loadCredit, async input => ({
    data: await loadSenders(deps, input.ctx, input.query.id),
  }))
  serve(sessionApi.playerLogout, async input => {
    await logoutPlayer(deps, input.ctx, input.query.id)
    return { message: authTexts.loggedOutPlayer }
  })
  serve(sessionApi.sessions, async input => ({
    data: await listSessions(deps, input.ctx, input.params.userId),
  }))
  serve(sessionApi.endSession, async input => {
    await endSession(deps, input.ctx, input.params.userId, input.params.sessionId)
    return {}
  })

  // What the gateway asks for itself.
  serveInternal(accountsInternal.openSession, ({ body }) => openSession(deps, body))
  serveInternal(accountsInternal.readSession, ({ params }) => readSession(deps, params.sessionId ?? ''))
  serveInternal(accountsInternal.endSession, async ({ params, requestId }) => {
    await closeSession(deps, params.sessionId ?? '', requestId)
    return { success: true as const }
  })
  serveInternal(accountsInternal.presence, async ({ body }) => {
    await keepPresence(deps, body.gatewayId, body.online)
    return { success: true as const }
  })
}
