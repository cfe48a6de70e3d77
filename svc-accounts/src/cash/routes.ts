import { cashApi } from '@cascade/contracts/accounts'
import type { Routes } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { listCash } from './list-cash'
import { recordCash } from './record-cash'
import { reverseCash } from './reverse-cash'

export const cashRoutes: Routes<AccountsDeps> = ({ serve }, deps) => {
  serve(cashApi.record, ({ ctx, body }) => recordCash(deps, { ctx, input: body }))
  serve(cashApi.list, ({ ctx, params, query }) => listCash(deps, { ctx, input: { ...query, ...params } }))
  serve(cashApi.reverse, ({ ctx, params, body }) => reverseCash(deps, { ctx, input: { ...params, ...body } }))
}
