import type { AccountsDeps, InternalAsk } from '../deps'

/** Ends a session that signs itself out; one that has ended already is no fault. */
export async function closeSession(deps: AccountsDeps, { ctx, input }: InternalAsk<{ sessionId: string }>) {
  const session = await deps.sessions.findOpen(input.sessionId)
  if (session) {
    const ending = deps.sessions.ending(session, { reason: 'logout', by: ctx })
    await deps.commit(ending.writes)
    deps.passwords.forget(ending.sessionIds)
  }
  return { success: true as const }
}
