import { SessionEnded } from '@cascade/contracts/accounts'
import type { Actor, NewEvent } from '@cascade/service-kit'
import type { Account } from '../accounts/account'
import { belowFilter } from '../accounts/account-store'
import type { AccountsDeps } from '../deps'
import type { Session } from './session-store'

type By = { actor?: Actor; requestId: string }

/** Ends sessions at once: the rows go, the gateway is told, and what this process knew of their passwords is gone. */
export async function endSessions(
  deps: AccountsDeps,
  by: By,
  sessions: readonly Session[],
  reason: string,
): Promise<void> {
  if (sessions.length === 0) return
  const accountIds = [...new Set(sessions.map(({ accountId }) => accountId))]
  const events = accountIds.map(id =>
    endedEvent(
      by,
      id,
      sessions.filter(({ accountId }) => accountId === id),
      reason,
    ),
  )
  await deps.transaction(async transaction => {
    await deps.sessions.remove(
      sessions.map(({ _id }) => _id),
      transaction,
    )
    await deps.writeEvents(events, transaction)
  })
  deps.passwords.forget(sessions.map(({ _id }) => _id))
}

/** Ends every session of some accounts, except one where it is named. */
export async function endSessionsOf(
  deps: AccountsDeps,
  by: By,
  accountIds: readonly string[],
  reason: string,
  except?: string,
): Promise<void> {
  const open = await deps.sessions.openOf(accountIds)
  await endSessions(
    deps,
    by,
    open.filter(({ _id }) => _id !== except),
    reason,
  )
}

/** Ends the sessions of an account and of everyone below it. Few are signed in at a time: they are asked, not the tree. */
export async function endSessionsBelow(deps: AccountsDeps, by: By, account: Account, reason: string): Promise<void> {
  const open = await deps.sessions.allOpen()
  const ids = [...new Set(open.map(({ accountId }) => accountId))]
  const below = await deps.accounts.rows
    .find({ _id: { $in: ids }, ...belowFilter(account) })
    .project<{ _id: string }>({ _id: 1 })
    .toArray()
  const hit = new Set([account._id, ...below.map(({ _id }) => _id)])
  await endSessions(
    deps,
    by,
    open.filter(({ accountId }) => hit.has(accountId)),
    reason,
  )
}

const endedEvent = (
  { actor, requestId }: By,
  accountId: string,
  rows: readonly Session[],
  reason: string,
): NewEvent => ({
  type: SessionEnded.shape.type.value,
  data: { sessionIds: rows.map(({ _id }) => _id), accountId, reason },
  actor: actor ? { id: actor.accountId, username: actor.username, role: actor.role } : null,
  correlationId: requestId,
})
