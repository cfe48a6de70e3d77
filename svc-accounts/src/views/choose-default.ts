import { type Ask, notFound, requirePermission } from '@cascade/service-kit'
import { requireActor } from '../accounts/read/require-actor'
import type { AccountsDeps } from '../deps'
import { seenViews } from './seen-views'
import { openWith } from './view-rules'

type Choice = { list: string; viewId: string | null }

/** What a list opens with, for oneself: a view that one sees. */
export async function chooseDefault(deps: AccountsDeps, { ctx, input }: Ask<Choice>) {
  requirePermission(ctx, 'views.keep')
  const actor = await requireActor(deps, ctx)
  const { list, viewId } = input
  if (viewId !== null) {
    const { views } = await seenViews(deps, actor)
    if (!views.some(view => view._id === viewId && view.list === list)) throw notFound()
  }
  await deps.views.change(actor._id, before => openWith(before, list, viewId))
  return {}
}
