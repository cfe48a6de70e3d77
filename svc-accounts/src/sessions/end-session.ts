import { type Ask, notFound } from '@cascade/service-kit'
import { findInScope } from '../accounts/read/find-account'
import { requireActor } from '../accounts/read/require-actor'
import type { AccountsDeps } from '../deps'

/** Ends one session of oneself or of an account below. */
export async function endSession(deps: AccountsDeps, { ctx, input }: Ask<{ userId: string; sessionId: string }>) {
  await requireActor(deps, ctx)
  const account = await findInScope(deps, ctx.actor, input.userId)
  const session = await deps.sessions.findOpen(input.sessionId)
  if (!session || session.accountId !== account._id) throw notFound()
  const ending = deps.sessions.ending(session, { reason: 'ended', by: ctx })
  await deps.commit(ending.writes)
  deps.passwords.forget(ending.sessionIds)
  return {}
}
