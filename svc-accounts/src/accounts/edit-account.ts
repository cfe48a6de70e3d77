import type { UpdateAccountInput } from '@cascade/contracts/accounts'
import { conflict, forbidden } from '@cascade/service-kit'
import type { Secrets } from '../credentials/credential-store'
import { accountTexts } from '../texts'
import { type Account, evolved, isSelf, type Reparenting, type Scope } from './account'
import { basisPoints } from './new-account'

/** What people may change about themselves. */
const profileFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'dateOfBirth',
  'country',
  'state',
  'city',
  'address',
  'pinCode',
  'occupation',
] as const
const ownFields: readonly string[] = [...profileFields, 'pin', 'role', 'authUser']

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
  const percent = input.commission ?? input.commissionAmount
  const given = profileFields.filter(field => input[field] !== undefined)
  const wanted: Partial<Account> = {
    ...Object.fromEntries(given.map(field => [field, input[field] ?? undefined])),
    ...(input.note === undefined ? {} : { note: input.note ?? '' }),
    ...(percent === undefined ? {} : { commissionBp: basisPoints(percent) }),
    ...(input.userStatus === undefined ? {} : { active: input.userStatus }),
    // Who is activated stays.
    ...(input.userStatus ? { closing: undefined } : {}),
    ...(input.games === undefined ? {} : { games: [...new Set(input.games)], gamesChosen: true }),
  }
  const entries = Object.entries(wanted).filter(([field, value]) => !isSame(value, account[field as keyof Account]))
  return {
    set: Object.fromEntries(entries) as Partial<Account>,
    changed: [...new Set(entries.map(([field]) => apiName(field)))],
  }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const apiName = (field: string) =>
  ({ commissionBp: 'commission', active: 'userStatus', gamesChosen: 'games' })[field] ?? field

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
