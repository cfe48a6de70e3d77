import { settlementApi, settlementTexts } from '@cascade/contracts/accounts'
import type { Routes } from '@cascade/service-kit'
import { sessionOf } from '../accounts/account'
import type { AccountsDeps } from '../deps'
import { listSettlements } from './list-settlements'
import { paySettlement } from './pay-settlement'

export const settlementRoutes: Routes<AccountsDeps> = ({ serve }, deps) => {
  serve(settlementApi.list, ({ ctx, query: { state, ...query } }) =>
    listSettlements(deps, { ctx, input: { ...query, state: state || undefined } }),
  )
  serve(settlementApi.pay, async ({ ctx, params, body }) => ({
    message: settlementTexts.paid,
    data: await paySettlement(deps, { ctx, input: { ...body, ...params, sessionId: sessionOf(ctx.actor) } }),
  }))
}
