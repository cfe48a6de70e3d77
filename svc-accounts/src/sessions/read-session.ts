import { notFound } from '@cascade/service-kit'
import type { AccountsDeps, InternalAsk } from '../deps'
import { isAdmitted, userOf } from './signed-in-user'

/** A session that is still good: not ended, its account there, nobody above suspended. */
export async function readSession(deps: AccountsDeps, { input }: InternalAsk<{ sessionId: string }>) {
  const session = await deps.sessions.findOpen(input.sessionId)
  const account = session && (await deps.accounts.find(session.accountId))
  if (!session || !account || !(await isAdmitted(deps, account))) throw notFound()
  return { user: await userOf(deps, account), expiresAt: session.expiresAt.toISOString() }
}
