import { isSideRole } from '@cascade/contracts'
import { type NewEvent, outboxRow } from '@cascade/service-kit'
import type { SideWrite } from '../../ledger'
import type { Account } from '../rules/account'
import type { Reparenting } from '../rules/reparenting'
import { searchKeysOf } from '../rules/search-keys'
import { contactWrites } from './contacts'
import { followWrites, placeBelow } from './move-store'

// Writes as data: the ledger commits them together with the wallet, or a plain transaction does.

/**
 * Optimistic update: nothing matches when anybody changed the account since `before`, or, where its place changes,
 * when anybody was created below it since.
 */
export function accountWrites(before: Account, after: Account): SideWrite[] {
  const { _id, version, childCount, sideCount } = before
  const place = before.scopeVersion === after.scopeVersion ? {} : { childCount, sideCount }
  const fields = Object.fromEntries(decidedFields.map(field => [field, after[field]]))
  const gone = decidedFields.filter(field => before[field] !== undefined && after[field] === undefined)
  const update = {
    $set: defined({ ...fields, ...searchKeysOf(after) }),
    ...(gone.length === 0 ? {} : { $unset: Object.fromEntries(gone.map(field => [field, true])) }),
  }
  return [
    { type: 'updateOne', collection: 'accounts', filter: { _id, version, deleted: false, ...place }, update },
    ...contactWrites(before, after),
  ]
}

/** Counts, presence and the last login are written by themselves and must not be set back by a change. */
const decidedFields = [
  ...['parentId', 'ancestry', 'firstName', 'lastName', 'email', 'phone', 'dateOfBirth', 'country', 'state', 'city'],
  ...['address', 'pinCode', 'occupation', 'commissionBp', 'note', 'active', 'deleted', 'deletedAt', 'closing'],
  ...['games', 'gamesChosen', 'version', 'scopeVersion', 'changedIn', 'passwordVersion'],
] as const satisfies readonly (keyof Account)[]

/** A bulk write would store an undefined field as null. */
const defined = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Events that exist exactly when the state does. */
export const eventWrites = (events: readonly NewEvent[]): SideWrite[] =>
  events.map(event => ({ type: 'insertOne', collection: 'outbox', document: outboxRow(event) }))

export const counterOf = ({ role }: Pick<Account, 'role'>) => (isSideRole(role) ? 'sideCount' : 'childCount')

/**
 * Counts an account in or out below a parent. Who is counted in takes the parent's ancestry, so that the parent must
 * still be what was read.
 */
export const countWrite = (account: Account, parent: Account, by: 1 | -1): SideWrite => ({
  ...{ type: 'updateOne', collection: 'accounts' },
  filter: { _id: parent._id, deleted: false, ...(by === 1 ? { version: parent.version } : {}) },
  update: { $inc: { [counterOf(account)]: by } },
})

/** Every suspension of a superadmin writes one document, so that two cannot suspend each other at once. */
export const superadminCountId = 'active:superadmin'

export const superadminCountWrite = (by: 1 | -1): SideWrite => ({
  ...{ type: 'updateOne', collection: 'account_counters' },
  filter: { _id: superadminCountId, ...(by === -1 ? { last: { $gt: 1 } } : {}) },
  update: { $inc: { last: by } },
})

/**
 * What another parent takes besides the account's own write: counts of both parents, and the new place of everyone below,
 * of whom many follow later (`follow-moves.ts`). Their events follow (`announce-reparented.ts`). Their wallets are left
 * alone: whoever sends credit below the account names its wallet as a precondition (`credit/preconditions.ts`), and
 * nobody above it sends any to those who have not followed yet.
 */
export function reparentWrites(
  account: Account,
  { from, to, ancestry }: Reparenting,
  { isLarge, at }: { isLarge: boolean; at: Date },
): SideWrite[] {
  const everyoneBelow: SideWrite = {
    ...{ type: 'updateMany', collection: 'accounts' },
    filter: { [`ancestry.${account.role}`]: account._id, deleted: false },
    update: placeBelow(ancestry),
  }
  const hasBelow = account.childCount + account.sideCount > 0
  const follow = isLarge ? followWrites(account, at) : [everyoneBelow]
  return [countWrite(account, from, -1), countWrite(account, to, 1), ...(hasBelow ? follow : [])]
}

/** Who was signed out is shown as away at once, not when its connection ends. */
export const offlineWrite = ({ _id }: Account): SideWrite => ({
  ...{ type: 'updateOne', collection: 'accounts', filter: { _id }, update: { $set: { isLoggedIn: false } } },
})
