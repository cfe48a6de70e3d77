import { randomInt } from 'node:crypto'
import { type AccountRole, parentRoleOf, type Role, type SideRole, sideRoles } from '@cascade/contracts'
import { accountFields, type CreateAccountInput, accountTexts as fieldTexts } from '@cascade/contracts/accounts'
import { invalid, isInScope, notFound } from '@cascade/service-kit'
import { accountTexts } from '../texts'
import { type Account, ancestryBelow, orderOfUsername, type Scope } from './account'
import { basisPoints, settingsOf } from './own-fields'

/** Without characters that people confuse. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const newUniqueId = () => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
/** Six digits. */
export const newPin = () => randomInt(100_000, 1_000_000)

type Born = { _id: string; uniqueId: string; username: string; at: Date }

const blank = (born: Born, role: Role, parent: Account | undefined) => ({
  _id: born._id,
  uniqueId: born.uniqueId,
  username: born.username,
  role,
  parentId: parent?._id ?? null,
  parentOrder: parent ? orderOfUsername(parent) : '',
  ancestry: parent ? ancestryBelow(parent) : {},
  commissionBp: basisPoints(accountFields.commission.standard),
  note: accountFields.note.standard,
  active: accountFields.userStatus.standard,
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
  createdAt: born.at,
})

/** A new account below `parent`, as the form describes it. */
export function newAccount(
  role: AccountRole,
  parent: Account | undefined,
  input: CreateAccountInput,
  born: Born,
): Account {
  const given = settingsOf(input).flatMap(({ set }) => Object.entries(set))
  return {
    ...blank(born, role, parent),
    firstName: input.firstName,
    lastName: input.lastName,
    ...(Object.fromEntries(given) as Partial<Account>),
    sideCount: role === 'admin' ? sideRoles.length : 0,
  }
}

/** The gift, loan or otc account that arises with an admin. */
export const newSideAccount = (role: SideRole, admin: Account, born: Born): Account => ({
  ...blank(born, role, admin),
  firstName: admin.firstName,
  lastName: admin.lastName,
})

/** An account of the public signup: it manages nothing and stands below nobody. */
export const newUser = (born: Born): Account => ({
  ...blank(born, 'user', undefined),
  firstName: born.username,
  lastName: '',
})

/**
 * The id of the parent of a new account: the one that was named, else the actor where they stand one level up.
 * @returns undefined for a superadmin, who has no parent.
 */
export function parentIdFor(actor: Scope, role: AccountRole, named: string | undefined): string | undefined {
  const parentRole = parentRoleOf(role)
  if (!parentRole) return undefined
  if (named !== undefined) return named
  if (actor.role === parentRole) return actor.accountId
  throw invalid(fieldTexts.refId, 'refId')
}

/** A parent stands exactly one level up, inside the actor's scope, and is active. */
export function requireParent(actor: Scope, role: AccountRole, parent: Account | null | undefined): Account {
  if (!parent || parent.deleted || !isInScope(actor, parent)) throw notFound()
  if (parent.role !== parentRoleOf(role)) throw invalid(accountTexts.referenceLevel, 'refId')
  if (!parent.active) throw invalid(accountTexts.referenceInactive, 'refId')
  return parent
}
