import { viewApi } from '@cascade/contracts/accounts'
import type { Routes } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { chooseDefault } from './choose-default'
import { listViews } from './list-views'
import { changeOwnView, createView, removeOwnView } from './save-view'

export const viewRoutes: Routes<AccountsDeps> = ({ serve }, deps) => {
  serve(viewApi.list, ({ ctx }) => listViews(deps, { ctx, input: {} }))
  serve(viewApi.create, ({ ctx, body }) => createView(deps, { ctx, input: body }))
  serve(viewApi.open, ({ ctx, params, body }) => chooseDefault(deps, { ctx, input: { ...params, ...body } }))
  serve(viewApi.change, ({ ctx, params, body }) => changeOwnView(deps, { ctx, input: { ...params, ...body } }))
  serve(viewApi.remove, ({ ctx, params }) => removeOwnView(deps, { ctx, input: params }))
}
