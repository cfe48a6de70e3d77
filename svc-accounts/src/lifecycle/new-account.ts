import { randomInt } from 'node:crypto'
import { type AccountRole, parentRoleOf, type Role, type SideRole, sideRoles } from '@cascade/contracts'
import { accountFields, type CreateAccountInput, missingFieldTexts as fieldTexts } from '@cascade/contracts/accounts'
import { invalid, isInScope, notFound } from '@cascade/service-kit'
import { type Account, ancestryBelow, orderOfUsername, type Scope } from '../accounts/account'
import { basisPoints, toSettings } from '../accounts/field-mapping'
import { accountTexts } from '../accounts/texts'

/** Without characters that are easily confused. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const newUniqueId = () => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
/** Six digits. */
export const newPin = () => randomInt(100_000, 1_000_000)

type NewIdentity = { _id: string; uniqueId: string; username: string; at: Date }

const emptyAccount = (identity: NewIdentity, role: Role, parent: Account | undefined) => ({
  _id: identity._id,
  uniqueId: identity.uniqueId,
  username: identity.username,
  role,
  parentId: parent?._id ?? null,
  parentOrder: parent ? orderOfUsername(parent) : '',
  ancestry: parent ? ancestryBelow(parent) : {},
  commissionBp: basisPoints(accountFields.commission.defaultValue),
  note: accountFields.note.defaultValue,
  active: accountFields.userStatus.defaultValue,
  deleted: false,
  deletedAt: null,
  games: [],
  childCount: 0,
  sideCount: 0,
  version: 1,
  scopeVersion: 1,
  changedIn: {},
  passwordVersion: 1,
  isLoggedIn: false,
  lastLogin: null,
  createdAt: identity.at,
})

export function newAccount(
  role: AccountRole,
  parent: Account | undefined,
  input: CreateAccountInput,
  identity: NewIdentity,
): Account {
  const settings = toSettings(input).flatMap(({ set }) => Object.entries(set))
  return {
    ...emptyAccount(identity, role, parent),
    firstName: input.firstName,
    lastName: input.lastName,
    ...(Object.fromEntries(settings) as Partial<Account>),
    sideCount: role === 'admin' ? sideRoles.length : 0,
  }
}

export const newSideAccount = (role: SideRole, admin: Account, identity: NewIdentity): Account => ({
  ...emptyAccount(identity, role, admin),
  firstName: admin.firstName,
  lastName: admin.lastName,
})

/** Builds an account of the public sign-up: no parent, no permissions to manage others. */
export const newUser = (identity: NewIdentity): Account => ({
  ...emptyAccount(identity, 'user', undefined),
  firstName: identity.username,
  lastName: '',
})

/**
 * The parent of a new account: the named one, otherwise the actor if it is one level up.
 * @returns undefined for a superadmin, which has no parent
 * @throws AppError VALIDATION at `refId` if a parent must be named
 */
export function parentIdFor(actor: Scope, role: AccountRole, named: string | undefined): string | undefined {
  const parentRole = parentRoleOf(role)
  if (!parentRole) return undefined
  if (named !== undefined) return named
  if (actor.role === parentRole) return actor.accountId
  throw invalid(fieldTexts.refId, 'refId')
}

/** A parent must be exactly one level up, in the actor's scope, and active. */
export function requireParent(actor: Scope, role: AccountRole, parent: Account | null | undefined): Account {
  if (!parent || parent.deleted || !isInScope(actor, parent)) throw notFound()
  if (parent.role !== parentRoleOf(role)) throw invalid(accountTexts.referenceLevel, 'refId')
  if (!parent.active) throw invalid(accountTexts.referenceInactive, 'refId')
  return parent
}
