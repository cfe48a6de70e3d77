import { accountFieldNames, accountFields, type UpdateAccountInput } from '@cascade/contracts/accounts'
import { conflict, forbidden } from '@cascade/service-kit'
import type { Secrets } from '../credentials/credential-store'
import { accountTexts } from '../texts'
import { type Account, evolved, isSelf, orderOfUsername, type Reparenting, type Scope } from './account'
import { settingsOf } from './own-fields'

/** What people may change about themselves. */
const ownFields: readonly string[] = [
  ...accountFieldNames.filter(name => accountFields[name].profile !== undefined),
  ...['role', 'authUser'],
]

type Edit = {
  /** Stored fields that get another value; one that is undefined is taken away. */
  set: Partial<Account>
  /** Names of the changed fields as the API calls them. */
  changed: string[]
}

/**
 * On oneself only the profile: commission, status, reference, games and note are decided above, and the own password
 * needs the old one. A superadmin has nobody above and decides the rest alone, except to lock themselves out.
 */
export function requireOwnFields(actor: Scope, account: Account, input: UpdateAccountInput): void {
  if (!isSelf(actor, account)) return
  if (input.password !== undefined) throw forbidden(accountTexts.ownPassword)
  if (actor.role === 'superadmin') {
    if (input.userStatus === false) throw conflict(accountTexts.ownStatus)
    return
  }
  if (Object.keys(input).some(field => !ownFields.includes(field))) throw forbidden(accountTexts.ownFields)
}

/**
 * What an edit changes on an account, apart from its place and its secrets. Fields that stay the same are no change,
 * nor is taking away what is not there.
 */
export function editOf(account: Account, input: UpdateAccountInput): Edit {
  const changes = settingsOf(input)
    .map(({ name, set }) => ({ name, set: differing(account, set) }))
    .filter(({ set }) => Object.keys(set).length > 0)
  return {
    set: Object.fromEntries(changes.flatMap(({ set }) => Object.entries(set))) as Partial<Account>,
    changed: changes.map(({ name }) => name),
  }
}

const differing = (account: Account, set: Partial<Account>) =>
  Object.fromEntries(Object.entries(set).filter(([field, value]) => !isSame(value, account[field as keyof Account])))

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** A decided change of one account. */
export type AccountChange = {
  before: Account
  after: Account
  secrets?: Secrets | undefined
  reparenting?: Reparenting | undefined
  /** Of place, status or credit line, which the ledger carries: transfers that were authorised before it are refused. */
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
  const touchesScope = statusChanged || reparenting !== undefined || 'creditLine' in set
  const after = evolved(
    before,
    {
      ...set,
      ...(reparenting ? placeBelow(reparenting) : {}),
      ...(touchesScope ? { scopeVersion: before.scopeVersion + 1 } : {}),
      ...(secrets?.password === undefined ? {} : { passwordVersion: before.passwordVersion + 1 }),
    },
    [...changed, ...(reparenting ? ['refId'] : [])],
  )
  return { before, after, secrets, reparenting, touchesScope, statusChanged }
}

const placeBelow = ({ to, ancestry }: Reparenting) => ({
  parentId: to._id,
  parentOrder: orderOfUsername(to),
  ancestry,
})
