import { settlementApi, settlementTexts } from '@cascade/contracts/accounts'
import type { Routes } from '@cascade/service-kit'
import { sessionOf } from '../accounts/account'
import type { AccountsDeps } from '../deps'
import { viewOf } from '../runs/routes'
import { closeWeek } from './close-week'
import { listSettlements } from './list-settlements'
import { payAll } from './pay-all'
import { paySettlement } from './pay-settlement'

export const settlementRoutes: Routes<AccountsDeps> = ({ serve }, deps) => {
  serve(settlementApi.list, ({ ctx, query: { state, ...query } }) =>
    listSettlements(deps, { ctx, input: { ...query, state: state || undefined } }),
  )
  serve(settlementApi.close, async ({ ctx, body }) => {
    const { preview, run } = await closeWeek(deps, { ctx, input: body })
    return { data: { preview, run: run && viewOf(run) } }
  })
  serve(settlementApi.pay, async ({ ctx, params, body }) => ({
    message: settlementTexts.paid,
    data: await paySettlement(deps, { ctx, input: { ...body, ...params, sessionId: sessionOf(ctx.actor) } }),
  }))
  serve(settlementApi.payAll, async ({ ctx, body }) => ({ data: viewOf(await payAll(deps, { ctx, input: body })) }))
}
