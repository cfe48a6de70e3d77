import { accountsInternal, securityApi, sessionApi } from '@cascade/contracts/accounts'
import type { Routes } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { signUp } from '../lifecycle/sign-up'
import { beatPresence, changePresence } from '../presence/report-presence'
import { changePassword } from './passwords/change-password'
import { checkSessions, listSessions, logoutPlayer, readSession, readUser } from './sessions/sessions'
import { renewPassword } from './sign-in/finish-sign-in'
import { beginPasskeySignIn, openPasskeySession, proveSecondFactor } from './sign-in/second-step'
import { closeSession, endSession, openSession } from './sign-in/sign-in'

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
