import { accountEvents } from '@cascade/contracts/accounts'
import { type CausedBy, type NewEvent, newEvent } from '@cascade/service-kit'
import { type Account, snapshotOf } from './account'

export type Change = keyof typeof accountEvents

/** The event of a change; without an actor the system did it. */
export const accountEvent = (change: Change, account: Account, by: CausedBy): NewEvent =>
  newEvent(accountEvents[change], snapshotOf(account), by)
