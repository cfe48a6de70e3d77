import { accountsInternal, securityApi, sessionApi } from '@cascade/contracts/accounts'
import type { Routes } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { changePassword } from './change-password'
import { renewPassword } from './new-password'
import { beatPresence, changePresence } from './presence'
import { beginPasskeySignIn, openPasskeySession, proveSecondFactor } from './second-step'
import { checkSessions, listSessions, logoutPlayer, readSession, readUser } from './sessions'
import { closeSession, endSession, openSession } from './sign-in'
import { signUp } from './sign-up'

export const sessionRoutes: Routes<AccountsDeps> = ({ serve, serveInternal }, deps) => {
  serve(sessionApi.signup, ({ ctx, body }) => signUp(deps, { ctx, input: body }))
  serve(securityApi.beginPasskeySignIn, () => beginPasskeySignIn(deps))
  serve(sessionApi.userauth, ({ ctx, params }) => readUser(deps, { ctx, input: params }))
  serve(sessionApi.changePassword, ({ ctx, body }) => changePassword(deps, { ctx, input: body }))
  serve(sessionApi.playerLogout, ({ ctx, query }) => logoutPlayer(deps, { ctx, input: query }))
  serve(sessionApi.sessions, ({ ctx, params, query }) =>
    listSessions(deps, { ctx, input: { ...params, countsBelow: query.below !== undefined } }),
  )
  serve(sessionApi.endSession, ({ ctx, params }) => endSession(deps, { ctx, input: params }))

  serveInternal(accountsInternal.openSession, ({ requestId, body }) =>
    openSession(deps, { ctx: { requestId }, input: body }),
  )
  serveInternal(accountsInternal.proveSecondFactor, ({ requestId, body }) =>
    proveSecondFactor(deps, { ctx: { requestId }, input: body }),
  )
  serveInternal(accountsInternal.openPasskeySession, ({ requestId, body }) =>
    openPasskeySession(deps, { ctx: { requestId }, input: body }),
  )
  serveInternal(accountsInternal.renewPassword, ({ requestId, body }) =>
    renewPassword(deps, { ctx: { requestId }, input: body }),
  )
  serveInternal(accountsInternal.readSession, ({ requestId, params }) =>
    readSession(deps, { ctx: { requestId }, input: { sessionId: params.sessionId ?? '' } }),
  )
  serveInternal(accountsInternal.endSession, ({ requestId, params }) =>
    closeSession(deps, { ctx: { requestId }, input: { sessionId: params.sessionId ?? '' } }),
  )
  serveInternal(accountsInternal.checkSessions, ({ requestId, body }) =>
    checkSessions(deps, { ctx: { requestId }, input: body }),
  )
  serveInternal(accountsInternal.changePresence, ({ requestId, body }) =>
    changePresence(deps, { ctx: { requestId }, input: body }),
  )
  serveInternal(accountsInternal.presenceHeartbeat, ({ requestId, body }) =>
    beatPresence(deps, { ctx: { requestId }, input: body }),
  )
}
