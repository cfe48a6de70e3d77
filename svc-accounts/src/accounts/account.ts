import { isTreeRole, type Role, type TreeRole, toHundredths, toSearchKey } from '@cascade/contracts'
import { type AccountSnapshot, type Ancestry, accountEvents, type PlainFields } from '@cascade/contracts/accounts'
import {
  type Actor,
  type CausedBy,
  conflict,
  isInScope,
  type NewEvent,
  newEvent,
  parseStaleVersion,
  personOf,
} from '@cascade/service-kit'
import { issuerId, type LedgerActor, type WalletRef } from '../ledger'
import { accountTexts } from './texts'

/** A stored account. Money and secrets are separate: in its wallet and its credentials. */
export type Account = PlainFields & {
  _id: string
  /** Eight characters, public, immutable. */
  uniqueId: string
  username: string
  role: Role
  parentId: string | null
  /** The parent's position in the order of usernames. */
  parentOrder: string
  /** Ids of all ancestors by role, so that a subtree is one equality: `ancestry.<role> = id`. */
  ancestry: Ancestry
  /** Basis points: hundredths of a percent. */
  commissionBp: number
  active: boolean
  deleted: boolean
  deletedAt: Date | null
  /** Requested deletion of a player with open bets; executed once nothing is open. */
  closing?: { by: Actor; requestId: string; at: Date }
  games: string[]
  /** The games of an admin were chosen; until then the admin offers all games. */
  gamesChosen?: boolean
  /** Live direct children; gift, loan and otc accounts count as `sideCount`. */
  childCount: number
  sideCount: number
  /** Raised by every visible change. */
  version: number
  /** Raised by changes of position and status; equals the `scopeVersion` of the wallet. */
  scopeVersion: number
  /** Version of the last change per field, to report conflicts of a stale edit. */
  changedIn: Partial<Record<string, number>>
  /** Raised by password changes; invalidates cached proofs of an older password. */
  passwordVersion: number
  isLoggedIn: boolean
  lastLogin: Date | null
  createdAt: Date
}

export type Scope = { accountId: string; role: Role }

export const isSelf = (actor: Scope, account: Pick<Account, '_id'>) => account._id === actor.accountId

/** All other accounts are below a superadmin, including other superadmins. */
export const isBelow = (actor: Scope, account: Pick<Account, '_id' | 'ancestry'>) =>
  !isSelf(actor, account) && isInScope(actor, account)

/** The ancestor of a role; undefined for roles without descendants. */
export const ancestorOf = (ancestry: Ancestry, role: Role): string | undefined =>
  (ancestry as Partial<Record<Role, string>>)[role]

export const ancestryBelow = (parent: Pick<Account, '_id' | 'role' | 'ancestry'>): Ancestry => ({
  ...parent.ancestry,
  [parent.role as TreeRole]: parent._id,
})

/** Ancestry as published to other services: includes the account itself if it can have children. */
export const ancestryWithSelf = (account: Pick<Account, '_id' | 'role' | 'ancestry'>): Ancestry =>
  isTreeRole(account.role) && account.role !== 'player' ? ancestryBelow(account) : account.ancestry

export const ancestorIds = ({ superadmin, admin, superareamanager, areamanager, master }: Ancestry): string[] =>
  [superadmin, admin, superareamanager, areamanager, master].filter(id => id !== undefined)

/** An account after a change. `changed`: API names of the changed fields. */
export function withChanges(before: Account, set: Partial<Account>, changed: readonly string[]): Account {
  const version = before.version + 1
  const stamps = Object.fromEntries(changed.map(field => [field, version]))
  return { ...before, ...set, version, changedIn: { ...before.changedIn, ...stamps } }
}

export const snapshotOf = (account: Account): AccountSnapshot => ({
  accountId: account._id,
  uniqueId: account.uniqueId,
  username: account.username,
  role: account.role,
  parentId: account.parentId,
  ancestry: ancestryWithSelf(account),
  active: account.active,
  deleted: account.deleted,
  commissionBp: account.commissionBp,
  games: account.games,
  ...(account.gamesChosen ? { gamesChosen: true } : {}),
  version: account.version,
  createdAt: account.createdAt.toISOString(),
})

/** Wallet reference for the ledger, with the scope version on which rights were checked. */
export const walletRefOf = (account: Account): WalletRef => ({
  walletId: account._id,
  username: account.username,
  role: account.role,
  ancestry: ancestryWithSelf(account),
  scopeVersion: account.scopeVersion,
})

export const ledgerActorOf = ({ accountId, username, role, person, approvedBy }: Actor): LedgerActor => ({
  ...{ id: accountId, username, role },
  ...personOf({ person }),
  ...(approvedBy && { approvedBy }),
})

/** The session that a booking depends on; the requester of an approved call may have signed out since. */
export const sessionOf = ({ approvalId, sessionId }: Actor) => (approvalId === undefined ? sessionId : undefined)

/** Credit line of an admin, in hundredths. */
export const creditLineOf = ({ creditLine }: Pick<Account, 'creditLine'>): bigint | undefined =>
  creditLine === undefined ? undefined : toHundredths(creditLine)

/** Creates points, and receives the balance of a deleted superadmin. */
export const issuerRef: WalletRef = { walletId: issuerId, username: 'issuer', role: 'issuer', ancestry: {} }

/**
 * Rejects an edit based on an older version (`If-Match`).
 * @throws AppError CONFLICT whose `errors` names every field changed since that version
 */
export function requireCurrent(account: Account, ifMatch: string | undefined): void {
  const expectedVersion = parseStaleVersion(ifMatch, account)
  if (expectedVersion === undefined) return
  const changed = Object.entries(account.changedIn).filter(([, version]) => Number(version) > expectedVersion)
  throw conflict(accountTexts.stale, Object.fromEntries(changed.map(([field]) => [field, 'Changed meanwhile'])))
}

export type Reparenting = { from: Account; to: Account; ancestry: Ancestry }

export const reparentTo = (from: Account, to: Account): Reparenting => ({ from, to, ancestry: ancestryBelow(to) })

/** Normalised keys for search and sorting, without accents and case: a prefix search is one index range. */
export type SearchKeys = {
  usernameKey: string
  /** With padded numbers, so that player2 sorts before player10. */
  usernameOrder: string
  nameKey: string
  lastNameKey: string
  cityKey: string | null
}

/** Usernames are ASCII: lower case is enough. */
export const usernameKeyOf = (username: string) => username.trim().toLowerCase()

const usernameOrderOf = (usernameKey: string) => usernameKey.replace(/\d+/g, digits => digits.padStart(10, '0'))

/** Sort key of the username. */
export const orderOfUsername = ({ username }: Pick<Account, 'username'>) => usernameOrderOf(usernameKeyOf(username))

export function searchKeysOf(account: Pick<Account, 'username' | 'firstName' | 'lastName' | 'city'>): SearchKeys {
  const usernameKey = usernameKeyOf(account.username)
  return {
    usernameKey,
    usernameOrder: usernameOrderOf(usernameKey),
    nameKey: toSearchKey(`${account.firstName} ${account.lastName}`),
    lastNameKey: toSearchKey(account.lastName),
    cityKey: account.city === undefined ? null : toSearchKey(account.city),
  }
}

export const startsWith = (text: string) => ({ $gte: text, $lt: `${text}\u{10ffff}` })

/** @param text a search key, matched with the start of username and unique id */
export const matchesPrefix = (text: string) => [
  { usernameKey: startsWith(text) },
  { uniqueId: startsWith(text.toUpperCase()) },
]

/** @param text a search key, matched with the start of full name and last name */
export const matchesName = (text: string) => [{ nameKey: startsWith(text) }, { lastNameKey: startsWith(text) }]

type Change = keyof typeof accountEvents

/** The event of a change; without an actor, the system made it. */
export const accountEvent = (change: Change, account: Account, by: CausedBy): NewEvent =>
  newEvent(accountEvents[change], snapshotOf(account), by)

/** The account changed between reading and writing: retry (`retryOnConflict`). */
export class StaleAccount extends Error {
  override readonly name = 'StaleAccount'
}
