import type { Secrets } from '../../credentials/credential-store'
import { type Account, evolved } from './account'
import type { Edit } from './edit-account'
import type { Reparenting } from './reparenting'

/** A decided change of one account. */
export type AccountChange = {
  before: Account
  after: Account
  secrets?: Secrets | undefined
  reparenting?: Reparenting | undefined
  /** Of place or status: transfers that were authorised before it must be refused after it. */
  touchesScope: boolean
  statusChanged: boolean
}

/** What an edit, new secrets and another parent make of an account; undefined when nothing changes. */
export function changeOf(
  before: Account,
  { set, changed }: Edit,
  { secrets, reparenting }: Pick<AccountChange, 'secrets' | 'reparenting'> = {},
): AccountChange | undefined {
  if (changed.length === 0 && !secrets && !reparenting) return undefined
  const statusChanged = set.active !== undefined
  const touchesScope = statusChanged || reparenting !== undefined
  const after = evolved(
    before,
    {
      ...set,
      ...(reparenting ? { parentId: reparenting.to._id, ancestry: reparenting.ancestry } : {}),
      ...(touchesScope ? { scopeVersion: before.scopeVersion + 1 } : {}),
      ...(secrets?.password === undefined ? {} : { passwordVersion: before.passwordVersion + 1 }),
    },
    [...changed, ...(reparenting ? ['refId'] : [])],
  )
  return { before, after, secrets, reparenting, touchesScope, statusChanged }
}
