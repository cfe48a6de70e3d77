import type { AuthUser } from '@cascade/contracts/accounts'
import { notFound } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { authUserOf, isAdmitted } from './auth-user'
import { endSessions } from './end-sessions'

/** A session that is still good: not ended, its account there, nobody above suspended. */
export async function readSession(
  deps: AccountsDeps,
  sessionId: string,
): Promise<{ user: AuthUser; expiresAt: string }> {
  const session = await deps.sessions.findOpen(sessionId)
  const account = session && (await deps.accounts.find(session.accountId))
  if (!session || !account || !(await isAdmitted(deps, account))) throw notFound()
  return { user: await authUserOf(deps, account), expiresAt: session.expiresAt.toISOString() }
}

/** Ends a session that signs itself out; one that has ended already is no fault. */
export async function closeSession(deps: AccountsDeps, sessionId: string, requestId: string): Promise<void> {
  const session = await deps.sessions.findOpen(sessionId)
  if (session) await endSessions(deps, { requestId }, [session], 'logout')
}
