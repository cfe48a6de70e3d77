import { networkApi, policyApi, securityApi } from '@cascade/contracts/accounts'
import type { Routes } from '@cascade/service-kit'
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
import { changePolicy, readPolicy } from './policy/change-policy'

export const securityRoutes: Routes<AccountsDeps> = ({ serve }, deps) => {
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
  serve(networkApi.read, ({ ctx, params }) => readNetworks(deps, { ctx, input: params }))
  serve(networkApi.change, ({ ctx, params, body }) => changeNetworks(deps, { ctx, input: { ...params, ...body } }))
  serve(policyApi.read, ({ ctx }) => readPolicy(deps, { ctx, input: {} }))
  serve(policyApi.change, ({ ctx, body }) => changePolicy(deps, { ctx, input: body }))
}
