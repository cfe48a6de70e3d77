import {
  accountsInternal,
  networkApi,
  policyApi,
  securityApi,
  sessionApi,
  userApi,
  viewInternal,
} from '@cascade/contracts/accounts'
import { launchApi, launchInternal } from '@cascade/contracts/gateway'
import type { Router, Routes } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import {
  beginPasskey,
  beginTotp,
  confirmTotp,
  finishPasskey,
  listFactors,
  removeFactor,
  removeFactorsOf,
  renameFactor,
  replaceRecoveryCodes,
} from './factors/manage-factors'
import { stepUp } from './factors/step-up'
import { changeNetworks, readNetworks } from './networks/networks'
import { changePassword } from './passwords/change-password'
import { changePolicy, readPolicy } from './policy/change-policy'
import { acceptLaunchItem, readLaunchItems } from './policy/launch'
import { closeView, openView } from './sessions/open-view'
import {
  checkSessions,
  closeSession,
  endSession,
  listSessions,
  logoutPlayer,
  readSession,
  readUser,
} from './sessions/sessions'
import { renewPassword } from './sign-in/finish-sign-in'
import { beginPasskeySignIn, openPasskeySession, proveSecondFactor } from './sign-in/second-step'
import { openSession } from './sign-in/sign-in'

export const identityRoutes: Routes<AccountsDeps> = (router, deps) => {
  signInRoutes(router, deps)
  sessionRoutes(router, deps)
  factorRoutes(router, deps)
  policyRoutes(router, deps)
}

function signInRoutes({ serve, serveInternal }: Router, deps: AccountsDeps): void {
  serve(securityApi.beginPasskeySignIn, () => beginPasskeySignIn(deps))
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
}

function sessionRoutes({ serve, serveInternal }: Router, deps: AccountsDeps): void {
  serve(userApi.read, ({ ctx, params }) => readUser(deps, { ctx, input: params }))
  serve(sessionApi.changePassword, ({ ctx, body }) => changePassword(deps, { ctx, input: body }))
  serve(sessionApi.playerLogout, ({ ctx, query }) => logoutPlayer(deps, { ctx, input: query }))
  serve(sessionApi.sessions, ({ ctx, params, query }) =>
    listSessions(deps, { ctx, input: { ...params, countsBelow: query.below !== undefined } }),
  )
  serve(sessionApi.endSession, ({ ctx, params }) => endSession(deps, { ctx, input: params }))
  serveInternal(accountsInternal.readSession, ({ requestId, params }) =>
    readSession(deps, { ctx: { requestId }, input: { sessionId: params.sessionId ?? '' } }),
  )
  serveInternal(accountsInternal.endSession, ({ requestId, params }) =>
    closeSession(deps, { ctx: { requestId }, input: { sessionId: params.sessionId ?? '' } }),
  )
  serveInternal(viewInternal.open, ({ requestId, body }) => openView(deps, { ctx: { requestId }, input: body }))
  serveInternal(viewInternal.close, ({ requestId, params, body }) =>
    closeView(deps, { ctx: { requestId }, input: { sessionId: params.sessionId ?? '', ...body } }),
  )
  serveInternal(accountsInternal.checkSessions, ({ requestId, body }) =>
    checkSessions(deps, { ctx: { requestId }, input: body }),
  )
}

function factorRoutes({ serve }: Router, deps: AccountsDeps): void {
  serve(securityApi.stepUp, ({ ctx, body }) => stepUp(deps, { ctx, input: body }))
  serve(securityApi.factors, ({ ctx }) => listFactors(deps, { ctx, input: {} }))
  serve(securityApi.beginTotp, ({ ctx, body }) => beginTotp(deps, { ctx, input: body }))
  serve(securityApi.confirmTotp, ({ ctx, body }) => confirmTotp(deps, { ctx, input: body }))
  serve(securityApi.beginPasskey, ({ ctx }) => beginPasskey(deps, { ctx, input: {} }))
  serve(securityApi.finishPasskey, ({ ctx, body }) => finishPasskey(deps, { ctx, input: body }))
  serve(securityApi.removeFactorsOf, ({ ctx, params }) => removeFactorsOf(deps, { ctx, input: params }))
  serve(securityApi.renameFactor, ({ ctx, params, body }) => renameFactor(deps, { ctx, input: { ...params, ...body } }))
  serve(securityApi.removeFactor, ({ ctx, params }) => removeFactor(deps, { ctx, input: params }))
  serve(securityApi.replaceRecoveryCodes, ({ ctx }) => replaceRecoveryCodes(deps, { ctx, input: {} }))
}

function policyRoutes({ serve, serveInternal }: Router, deps: AccountsDeps): void {
  serve(networkApi.read, ({ ctx, params }) => readNetworks(deps, { ctx, input: params }))
  serve(networkApi.change, ({ ctx, params, body }) => changeNetworks(deps, { ctx, input: { ...params, ...body } }))
  serve(policyApi.read, ({ ctx }) => readPolicy(deps, { ctx, input: {} }))
  serve(policyApi.change, ({ ctx, body }) => changePolicy(deps, { ctx, input: body }))
  serve(launchApi.accept, ({ ctx, params, body }) => acceptLaunchItem(deps, { ctx, input: { ...params, ...body } }))
  serveInternal(launchInternal.read, () => readLaunchItems(deps))
}
