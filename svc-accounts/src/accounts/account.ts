import { isTreeRole, type Role, type TreeRole } from '@cascade/contracts'
import type { AccountSnapshot, Line } from '@cascade/contracts/accounts'

/** An account as it is stored. Money and secrets are kept elsewhere: in its wallet and in its credentials. */
export type Account = {
  _id: string
  /** Eight characters, public, never changed. */
  uniqueId: string
  username: string
  role: Role
  parentId: string | null
  /** The accounts above, by role: a subtree is one equality, `line.<role> = id`. */
  line: Line
  firstName: string
  lastName: string
  email?: string
  phone?: number
  dateOfBirth?: string
  country?: string
  state?: string
  city?: string
  address?: string
  pinCode?: number
  occupation?: string
  /** Basis points: hundredths of a percent. */
  commissionBp: number
  note: string
  active: boolean
  deleted: boolean
  deletedAt: Date | null
  games: string[]
  /** Live accounts one step below; gift, loan and otc accounts are counted by themselves. */
  childCount: number
  sideCount: number
  /** Counts every change that others may see. */
  version: number
  /** Counts moves, suspensions and deletions; the wallet carries the same number. */
  scopeVersion: number
  /** Version at which a field last changed, for the answer to a stale edit. */
  changedIn: Partial<Record<string, number>>
  /** Counts password changes, so that what a process remembers of an older one is worthless. */
  passwordVersion: number
  isLoggedIn: boolean
  lastLogin: Date | null
  createdAt: Date
}

/** Who acts: the account of a token. */
export type Scope = { accountId: string; role: Role }

/** Whether `account` stands below the actor. A superadmin has everyone below, other superadmins included. */
export function isBelow(actor: Scope, account: Pick<Account, '_id' | 'line'>): boolean {
  if (account._id === actor.accountId) return false
  return actor.role === 'superadmin' || lineId(account.line, actor.role) === actor.accountId
}

export const isSelf = (actor: Scope, account: Pick<Account, '_id'>) => account._id === actor.accountId

/** The one rule of visibility: oneself and what is below. */
export const inScope = (actor: Scope, account: Pick<Account, '_id' | 'line'>) =>
  isSelf(actor, account) || isBelow(actor, account)

/** The id that a line holds for a role; undefined for roles that nobody stands below. */
export const lineId = (line: Line, role: Role): string | undefined => (line as Partial<Record<Role, string>>)[role]

/** The line of an account directly below `parent`. */
export const lineBelow = (parent: Pick<Account, '_id' | 'role' | 'line'>): Line => ({
  ...parent.line,
  [parent.role as TreeRole]: parent._id,
})

/** The line as other services are told it: with the account itself, where others can stand below it. */
export const toldLine = (account: Pick<Account, '_id' | 'role' | 'line'>): Line =>
  isTreeRole(account.role) && account.role !== 'player' ? lineBelow(account) : account.line

/** Ids above an account, from the top down. */
export const ancestorIds = (line: Line): string[] =>
  [line.superadmin, line.admin, line.superareamanager, line.areamanager, line.master].filter(id => id !== undefined)

export const snapshotOf = (account: Account): AccountSnapshot => ({
  accountId: account._id,
  uniqueId: account.uniqueId,
  username: account.username,
  role: account.role,
  parentId: account.parentId,
  line: toldLine(account),
  active: account.active,
  deleted: account.deleted,
  commissionBp: account.commissionBp,
  games: account.games,
  version: account.version,
  createdAt: account.createdAt.toISOString(),
})
