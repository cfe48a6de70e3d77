import { type Ask, requirePermission } from '@cascade/service-kit'
import { requireActor } from '../accounts/read/require-actor'
import type { AccountsDeps } from '../deps'
import { seenViews } from './seen-views'

/** Own views of all lists, and those that accounts above share. */
export async function listViews(deps: AccountsDeps, { ctx }: Ask) {
  requirePermission(ctx, 'views.keep')
  const { views } = await seenViews(deps, await requireActor(deps, ctx))
  return { data: views }
}
