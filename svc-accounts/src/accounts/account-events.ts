import { accountEvents } from '@cascade/contracts/accounts'
import type { Actor, NewEvent } from '@cascade/service-kit'
import { type Account, snapshotOf } from './account'

export type Change = keyof typeof accountEvents

/** The event of a change; without an actor the system did it. */
export function accountEvent(change: Change, account: Account, by: { actor?: Actor; requestId: string }): NewEvent {
  return {
    type: accountEvents[change].shape.type.value,
    data: snapshotOf(account),
    actor: by.actor ? { id: by.actor.accountId, username: by.actor.username, role: by.actor.role } : null,
    correlationId: by.requestId,
  }
}
