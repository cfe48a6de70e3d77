import type { BodyOf } from '@cascade/contracts'
import type { viewApi } from '@cascade/contracts/accounts'
import { type Ask, requirePermission } from '@cascade/service-kit'
import { requireActor } from '../accounts/read/require-actor'
import type { AccountsDeps } from '../deps'
import { shownView } from './seen-views'
import { addView, changeView, ownView, removeView } from './view-rules'

type Created = BodyOf<(typeof viewApi)['create']>
type Changed = BodyOf<(typeof viewApi)['change']> & { viewId: string }

/** Keeps a view of one's own. */
export async function createView(deps: AccountsDeps, { ctx, input }: Ask<Created>) {
  requirePermission(ctx, 'views.keep')
  const actor = await requireActor(deps, ctx)
  const view = { id: deps.newId(), ...input }
  const kept = await deps.views.change(actor._id, before => addView(before, view))
  return { data: shownView(view, actor, kept) }
}

/** Changes a view of one's own; one that somebody else shares is not found. */
export async function changeOwnView(deps: AccountsDeps, { ctx, input }: Ask<Changed>) {
  requirePermission(ctx, 'views.keep')
  const actor = await requireActor(deps, ctx)
  const { viewId, ...rest } = input
  const kept = await deps.views.change(actor._id, before => changeView(before, viewId, rest))
  return { data: shownView(ownView(kept, viewId), actor, kept) }
}

/** Removes a view of one's own. Whoever opened the list with it finds it as it is. */
export async function removeOwnView(deps: AccountsDeps, { ctx, input }: Ask<{ viewId: string }>) {
  requirePermission(ctx, 'views.keep')
  const actor = await requireActor(deps, ctx)
  await deps.views.change(actor._id, before => removeView(before, input.viewId))
  return {}
}
