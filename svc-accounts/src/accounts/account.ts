import { isTreeRole, type Role, type TreeRole, toHundredths, toSearchKey } from '@cascade/contracts'
import { type AccountSnapshot, type Ancestry, accountEvents, type PlainFields } from '@cascade/contracts/accounts'
import {
  type Actor,
  type CausedBy,
  conflict,
  isInScope,
  type NewEvent,
  newEvent,
  staleVersionOf,
} from '@cascade/service-kit'
import { issuerId, type LedgerActor, type WalletRef } from '../ledger'
import { accountTexts } from '../texts'

/** An account as it is stored. Money and secrets are kept elsewhere: in its wallet and in its credentials. */
export type Account = PlainFields & {
  _id: string
  /** Eight characters, public, never changed. */
  uniqueId: string
  username: string
  role: Role
  parentId: string | null
  /** The parent's place in the order of usernames. */
  parentOrder: string
  /** The accounts above, by role: a subtree is one equality, `ancestry.<role> = id`. */
  ancestry: Ancestry
  /** Basis points: hundredths of a percent. */
  commissionBp: number
  active: boolean
  deleted: boolean
  deletedAt: Date | null
  /** To be deleted once what it has in play is settled; who said so. */
  closing?: { by: Actor; requestId: string; at: Date }
  games: string[]
  /** The games of an admin were given; until then they play all. */
  gamesChosen?: boolean
  /** Live accounts one step below; gift, loan and otc accounts are counted by themselves. */
  childCount: number
  sideCount: number
  /** Counts every change that others may see. */
  version: number
  /** Counts changes of place and status; the wallet carries the same number. */
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

export const isSelf = (actor: Scope, account: Pick<Account, '_id'>) => account._id === actor.accountId

/** Whether `account` stands below the actor. A superadmin has everyone below, other superadmins included. */
export const isBelow = (actor: Scope, account: Pick<Account, '_id' | 'ancestry'>) =>
  !isSelf(actor, account) && isInScope(actor, account)

/** The id that an ancestry holds for a role; undefined for roles that nobody stands below. */
export const ancestorOf = (ancestry: Ancestry, role: Role): string | undefined =>
  (ancestry as Partial<Record<Role, string>>)[role]

/** The ancestry of an account directly below `parent`. */
export const ancestryBelow = (parent: Pick<Account, '_id' | 'role' | 'ancestry'>): Ancestry => ({
  ...parent.ancestry,
  [parent.role as TreeRole]: parent._id,
})

/** The ancestry as other services keep it: with the account itself, where others can stand below it. */
const ancestryWithSelf = (account: Pick<Account, '_id' | 'role' | 'ancestry'>): Ancestry =>
  isTreeRole(account.role) && account.role !== 'player' ? ancestryBelow(account) : account.ancestry

/** Ids above an account, from the top down. */
export const ancestorIds = ({ superadmin, admin, superareamanager, areamanager, master }: Ancestry): string[] =>
  [superadmin, admin, superareamanager, areamanager, master].filter(id => id !== undefined)

/** The state of an account after a change. `changed` names fields as the API calls them. */
export function evolved(before: Account, set: Partial<Account>, changed: readonly string[]): Account {
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

/** An account's wallet as the ledger takes it: with the state on which rights were checked. */
export const walletRefOf = (account: Account): WalletRef => ({
  walletId: account._id,
  username: account.username,
  role: account.role,
  ancestry: ancestryWithSelf(account),
  scopeVersion: account.scopeVersion,
})

export const ledgerActorOf = ({ accountId, username, role }: Actor): LedgerActor => ({ id: accountId, username, role })

/** An admin's credit line in hundredths, as its wallet carries it. */
export const lineOf = ({ creditLine }: Pick<Account, 'creditLine'>): bigint | undefined =>
  creditLine === undefined ? undefined : toHundredths(creditLine)

/** Where points come to exist, and where those of a deleted superadmin return to. */
export const issuerRef: WalletRef = { walletId: issuerId, username: 'issuer', role: 'issuer', ancestry: {} }

/**
 * Refuses an edit that was made on an older state.
 * @throws AppError CONFLICT whose `errors` names every field that somebody else changed since.
 */
export function requireCurrent(account: Account, ifMatch: string | undefined): void {
  const seen = staleVersionOf(ifMatch, account)
  if (seen === undefined) return
  const changed = Object.entries(account.changedIn).filter(([, version]) => Number(version) > seen)
  throw conflict(accountTexts.stale, Object.fromEntries(changed.map(([field]) => [field, 'Changed meanwhile'])))
}

/** A decided change of parent. */
export type Reparenting = { from: Account; to: Account; ancestry: Ancestry }

export const reparentTo = (from: Account, to: Account): Reparenting => ({ from, to, ancestry: ancestryBelow(to) })

/** What an account is found and sorted by, without accents and case: a prefix is one range of an index. */
export type SearchKeys = {
  usernameKey: string
  /** Running numbers padded, so that player2 stands before player10. */
  usernameOrder: string
  nameKey: string
  lastNameKey: string
  cityKey: string | null
}

/** Sign-in compares it whole: usernames are ASCII. */
export const usernameKeyOf = (username: string) => username.trim().toLowerCase()

const usernameOrderOf = (usernameKey: string) => usernameKey.replace(/\d+/g, digits => digits.padStart(10, '0'))

/** The place of an account in the order of usernames. */
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

/** All values that start with `text`; the text is data, never a pattern. */
export const startsWith = (text: string) => ({ $gte: text, $lt: `${text}\u{10ffff}` })

/** Accounts whose username or unique id starts with `text`, a search key. */
export const matchesPrefix = (text: string) => [
  { usernameKey: startsWith(text) },
  { uniqueId: startsWith(text.toUpperCase()) },
]

/** Accounts whose first or last name starts with `text`, a search key. */
export const matchesName = (text: string) => [{ nameKey: startsWith(text) }, { lastNameKey: startsWith(text) }]

type Change = keyof typeof accountEvents

/** The event of a change; without an actor the system did it. */
export const accountEvent = (change: Change, account: Account, by: CausedBy): NewEvent =>
  newEvent(accountEvents[change], snapshotOf(account), by)

/** Somebody else changed the account between reading and writing it: read again and decide again. */
export class StaleAccount extends Error {
  override readonly name = 'StaleAccount'
}
