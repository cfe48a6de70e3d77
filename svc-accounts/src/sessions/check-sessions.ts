import type { OpenSession } from '@cascade/contracts/accounts'
import { ancestorIds } from '../accounts/rules/account'
import type { AccountsDeps, InternalAsk } from '../deps'

/**
 * Those of the sessions that are still good, with three reads however many they are. Only sessions in use are asked
 * about, so this notes when each was used last.
 */
export async function checkSessions(
  deps: AccountsDeps,
  { input }: InternalAsk<{ sessionIds: readonly string[] }>,
): Promise<{ open: OpenSession[] }> {
  const sessions = await deps.sessions.findOpenMany(input.sessionIds)
  await deps.sessions.noteActive(sessions)
  const owners = await deps.accounts.findMany(sessions.map(({ accountId }) => accountId))
  const accounts = new Map(owners.map(account => [account._id, account]))
  const above = await deps.accounts.findMany(owners.flatMap(({ ancestry }) => ancestorIds(ancestry)))
  const suspended = new Set(above.filter(({ active }) => !active).map(({ _id }) => _id))
  const open = sessions.flatMap(({ _id: sessionId, accountId, expiresAt }) => {
    const account = accounts.get(accountId)
    if (!account?.active || ancestorIds(account.ancestry).some(id => suspended.has(id))) return []
    const { _id, username, role } = account
    return [{ sessionId, user: { _id, username, role }, expiresAt: expiresAt.toISOString() }]
  })
  return { open }
}
