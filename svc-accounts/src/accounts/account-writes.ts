import { isSideRole, type Role } from '@cascade/contracts'
import type { CollectionSpec } from '@cascade/service-kit'
import type { SideWrite } from '../ledger'
import { type Account, type Reparenting, searchKeysOf } from './account'
import { directoryIndexes } from './lists/indexes'

// Side writes as data: committed by the ledger together with a wallet, or in a plain transaction.

/**
 * Optimistic update: matches nothing if the account has changed since `before` or, for a change of position, if a child
 * was created or deleted since.
 */
export function accountWrites(before: Account, after: Account): SideWrite[] {
  const { _id, version, childCount, sideCount } = before
  const childCounts = before.scopeVersion === after.scopeVersion ? {} : { childCount, sideCount }
  // Counts, presence and the last login have their own writes and never differ here.
  const changed = Object.entries(after).filter(([field, value]) => value !== before[field as keyof Account])
  const set = changed.filter(([, value]) => value !== undefined)
  // A bulk write would store undefined as null.
  const gone = changed.filter(([, value]) => value === undefined).map(([field]) => [field, true])
  const update = {
    $set: { ...Object.fromEntries(set), ...searchKeysOf(after) },
    ...(gone.length === 0 ? {} : { $unset: Object.fromEntries(gone) }),
  }
  return [
    {
      type: 'updateOne',
      collection: 'accounts',
      filter: { _id, version, deleted: before.deleted, ...childCounts },
      update,
    },
    ...contactWrites(before, after),
  ]
}

export const counterOf = ({ role }: Pick<Account, 'role'>) => (isSideRole(role) ? 'sideCount' : 'childCount')

/**
 * Adjusts the child count of a parent. An added child inherits the parent's ancestry, so the parent's version must be
 * unchanged.
 */
export const countWrite = (account: Account, parent: Account, by: 1 | -1): SideWrite => ({
  type: 'updateOne',
  collection: 'accounts',
  filter: { _id: parent._id, deleted: false, ...(by === 1 ? { version: parent.version } : {}) },
  update: { $inc: { [counterOf(account)]: by } },
})

/** One counter document, so that two superadmins cannot suspend each other concurrently. */
export const superadminCountId = 'active:superadmin'

export const superadminCountWrite = (by: 1 | -1): SideWrite => ({
  type: 'updateOne',
  collection: 'account_counters',
  filter: { _id: superadminCountId, ...(by === -1 ? { last: { $gt: 1 } } : {}) },
  update: { $inc: { last: by } },
})

/**
 * Writes of a move besides the account itself: child counts of both parents and the new position of all descendants. Large
 * subtrees follow later (`hierarchy/move-worker.ts`), as do the events of descendants. Wallets of descendants stay unchanged:
 * senders of credit below the account name its wallet as a precondition (`credit/credit-rules.ts`), and no ancestor can
 * send to descendants that have not followed yet.
 */
export function reparentWrites(
  account: Account,
  { from, to, ancestry }: Reparenting,
  { isLarge, at }: { isLarge: boolean; at: Date },
): SideWrite[] {
  const descendantsWrite: SideWrite = {
    type: 'updateMany',
    collection: 'accounts',
    filter: { [`ancestry.${account.role}`]: account._id, deleted: false },
    update: positionUpdate(ancestry),
  }
  const hasBelow = account.childCount + account.sideCount > 0
  const betweenAdmins = account.ancestry.admin !== ancestry.admin
  const follow = isLarge ? followWrites(account, at, betweenAdmins) : [descendantsWrite]
  return [countWrite(account, from, -1), countWrite(account, to, 1), ...(hasBelow ? follow : [])]
}

/** A signed-out account is offline immediately, not when its connection closes. */
export const offlineWrite = ({ _id }: Account): SideWrite => ({
  type: 'updateOne',
  collection: 'accounts',
  filter: { _id },
  update: { $set: { isLoggedIn: false } },
})

/** None is partial: not every server drops a row from a partial index when it no longer belongs there. */
export const accountCollections: readonly CollectionSpec[] = [
  {
    name: 'accounts',
    indexes: [
      { key: { usernameKey: 1 }, options: { unique: true } },
      { key: { uniqueId: 1 }, options: { unique: true } },
      ...directoryIndexes,
      { key: { unannounced: 1 } },
      { key: { 'closing.at': 1 } },
    ],
  },
  { name: 'account_counters' },
  { name: 'moves' },
]

/** A used email or phone. The unique id prevents a second account with the same contact. */
export type Contact = { _id: string; accountId: string }

/**
 * One document per used email and phone instead of partial unique indexes on accounts, which not every server supports
 * correctly. Written in the account's transaction; a deleted account frees its contacts.
 */
export const contactCollections: readonly CollectionSpec[] = [{ name: 'contacts' }]

export const emailContact = (email: string) => `email|${email.toLowerCase()}`
export const phoneContact = (phone: number) => `phone|${phone}`

type Reachable = Pick<Account, '_id' | 'deleted' | 'email' | 'phone'>

export const contactsOf = ({ _id, deleted, email, phone }: Reachable): Contact[] =>
  deleted
    ? []
    : [
        ...(email === undefined ? [] : [{ _id: emailContact(email), accountId: _id }]),
        ...(phone === undefined ? [] : [{ _id: phoneContact(phone), accountId: _id }]),
      ]

function contactWrites(before: Reachable, after: Reachable): SideWrite[] {
  const [had, has] = [contactsOf(before), contactsOf(after)]
  const isIn = (list: readonly Contact[], { _id }: Contact) => list.some(other => other._id === _id)
  const collection = 'contacts'
  return [
    ...had.filter(one => !isIn(has, one)).map((filter): SideWrite => ({ type: 'deleteOne', collection, filter })),
    ...has.filter(one => !isIn(had, one)).map((document): SideWrite => ({ type: 'insertOne', collection, document })),
  ]
}

/** A moved account whose subtree has not fully followed. While one has another admin, no account can be moved. */
export type Move = { _id: string; role: Role; at: Date; betweenAdmins: boolean }

/** Update of descendants after a move; marks them for a later event. */
export const positionUpdate = (ancestry: Account['ancestry']) => ({
  $set: {
    ...Object.fromEntries(Object.entries(ancestry).map(([role, id]) => [`ancestry.${role}`, id])),
    unannounced: true,
  },
  $inc: { version: 1 },
})

const followWrites = ({ _id, role }: Pick<Account, '_id' | 'role'>, at: Date, betweenAdmins: boolean): SideWrite[] => [
  { type: 'deleteMany', collection: 'moves', filter: { _id } },
  { type: 'insertOne', collection: 'moves', document: { _id, role, at, betweenAdmins } satisfies Move },
]
