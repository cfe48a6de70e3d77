import type { BodyOf } from '@cascade/contracts'
import { type SavedView, savedViewApi } from '@cascade/contracts/accounts'
import { type Call, notFound, type Routes, requirePermission } from '@cascade/service-kit'
import type { Account } from '../accounts/account'
import { requireActor } from '../accounts/find-account'
import type { AccountsDeps } from '../deps'
import {
  addView,
  changeView,
  emptyViews,
  ownView,
  removeView,
  type SavedViews,
  type StoredView,
  setDefaultView,
} from './saved-view-store'

export const savedViewRoutes: Routes<AccountsDeps> = ({ serve }, deps) => {
  serve(savedViewApi.list, ({ ctx }) => listViews(deps, { ctx, input: {} }))
  serve(savedViewApi.create, ({ ctx, body }) => createView(deps, { ctx, input: body }))
  serve(savedViewApi.open, ({ ctx, params, body }) => chooseDefault(deps, { ctx, input: { ...params, ...body } }))
  serve(savedViewApi.change, ({ ctx, params, body }) => changeOwnView(deps, { ctx, input: { ...params, ...body } }))
  serve(savedViewApi.remove, ({ ctx, params }) => removeOwnView(deps, { ctx, input: params }))
}

type Choice = { list: string; viewId: string | null }

/** Sets the default view of a list for the actor; the view must be visible to the actor. */
async function chooseDefault(deps: AccountsDeps, { ctx, input }: Call<Choice>) {
  requirePermission(ctx, 'views.keep')
  const actor = await requireActor(deps, ctx)
  const { list, viewId } = input
  if (viewId !== null) {
    const { views } = await findVisibleViews(deps, actor)
    if (!views.some(view => view._id === viewId && view.list === list)) throw notFound()
  }
  await deps.savedViews.change(actor._id, before => setDefaultView(before, list, viewId))
  return {}
}

async function listViews(deps: AccountsDeps, { ctx }: Call) {
  requirePermission(ctx, 'views.keep')
  const { views } = await findVisibleViews(deps, await requireActor(deps, ctx))
  return { data: views }
}

type Created = BodyOf<(typeof savedViewApi)['create']>
type Changed = BodyOf<(typeof savedViewApi)['change']> & { viewId: string }

async function createView(deps: AccountsDeps, { ctx, input }: Call<Created>) {
  requirePermission(ctx, 'views.keep')
  const actor = await requireActor(deps, ctx)
  const view = { id: deps.newId(), ...input }
  const saved = await deps.savedViews.change(actor._id, before => addView(before, view))
  return { data: toView(view, actor, saved) }
}

/** Changes an own view; shared views of others are NOT_FOUND. */
async function changeOwnView(deps: AccountsDeps, { ctx, input }: Call<Changed>) {
  requirePermission(ctx, 'views.keep')
  const actor = await requireActor(deps, ctx)
  const { viewId, ...rest } = input
  const saved = await deps.savedViews.change(actor._id, before => changeView(before, viewId, rest))
  return { data: toView(ownView(saved, viewId), actor, saved) }
}

/** Removes an own view. Lists that used it as their default open without a view. */
async function removeOwnView(deps: AccountsDeps, { ctx, input }: Call<{ viewId: string }>) {
  requirePermission(ctx, 'views.keep')
  const actor = await requireActor(deps, ctx)
  await deps.savedViews.change(actor._id, before => removeView(before, input.viewId))
  return {}
}

type Deps = Pick<AccountsDeps, 'accounts' | 'savedViews'>
type Owner = Pick<Account, '_id' | 'username'>

/** Own views first, then views shared by ancestors, nearest ancestor first. */
async function findVisibleViews(deps: Deps, actor: Account): Promise<{ views: SavedView[]; own: SavedViews }> {
  const above = await accountsAbove(deps, actor)
  const saved = new Map(
    (await deps.savedViews.findMany([actor._id, ...above.map(({ _id }) => _id)])).map(all => [all._id, all]),
  )
  const own = saved.get(actor._id) ?? emptyViews(actor._id)
  const shared = above.flatMap(owner =>
    (saved.get(owner._id)?.views ?? []).filter(view => view.shared).map(view => toView(view, owner, own)),
  )
  return { views: [...own.views.map(view => toView(view, actor, own)), ...shared], own }
}

/** Nearest first. Includes suspended ancestors: their subtree keeps using their views. */
async function accountsAbove({ accounts }: Deps, { ancestry }: Account): Promise<Owner[]> {
  const { master, areamanager, superareamanager, admin, superadmin } = ancestry
  const ids = [master, areamanager, superareamanager, admin, superadmin].filter(id => id !== undefined)
  const found = new Map((await accounts.findMany(ids)).map(account => [account._id, account]))
  return ids.flatMap(id => {
    const account = found.get(id)
    return account && !account.deleted ? [account] : []
  })
}

function toView({ id, ...view }: StoredView, owner: Owner, viewer: SavedViews): SavedView {
  return {
    _id: id,
    ...view,
    by: owner.username,
    own: owner._id === viewer._id,
    isDefault: viewer.defaults.some(({ viewId }) => viewId === id),
  }
}
