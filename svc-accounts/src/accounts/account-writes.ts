import { isSideRole, type Role } from '@cascade/contracts'
import { type CollectionPlan, type NewEvent, outboxRow } from '@cascade/service-kit'
import type { SideWrite } from '../ledger'
import { type Account, type Reparenting, searchKeysOf } from './account'
import { directoryIndexes } from './directory/indexes'

// Writes as data: the ledger commits them together with the wallet, or a plain transaction does.

/**
 * Optimistic update: nothing matches when anybody changed the account since `before`, or, where its place changes,
 * when anybody was created below it since.
 */
export function accountWrites(before: Account, after: Account): SideWrite[] {
  const { _id, version, childCount, sideCount } = before
  const place = before.scopeVersion === after.scopeVersion ? {} : { childCount, sideCount }
  // Counts, presence and the last login are written by themselves: no change of an account differs in them.
  const changed = Object.entries(after).filter(([field, value]) => value !== before[field as keyof Account])
  const set = changed.filter(([, value]) => value !== undefined)
  // A bulk write would store an undefined field as null.
  const gone = changed.filter(([, value]) => value === undefined).map(([field]) => [field, true])
  const update = {
    $set: { ...Object.fromEntries(set), ...searchKeysOf(after) },
    ...(gone.length === 0 ? {} : { $unset: Object.fromEntries(gone) }),
  }
  return [
    { type: 'updateOne', collection: 'accounts', filter: { _id, version, deleted: false, ...place }, update },
    ...contactWrites(before, after),
  ]
}

/** Events that exist exactly when the state does. */
export const eventWrites = (events: readonly NewEvent[]): SideWrite[] =>
  events.map(event => ({ type: 'insertOne', collection: 'outbox', document: outboxRow(event) }))

export const counterOf = ({ role }: Pick<Account, 'role'>) => (isSideRole(role) ? 'sideCount' : 'childCount')

/**
 * Counts an account in or out below a parent. Who is counted in takes the parent's ancestry, so that the parent must
 * still be what was read.
 */
export const countWrite = (account: Account, parent: Account, by: 1 | -1): SideWrite => ({
  type: 'updateOne',
  collection: 'accounts',
  filter: { _id: parent._id, deleted: false, ...(by === 1 ? { version: parent.version } : {}) },
  update: { $inc: { [counterOf(account)]: by } },
})

/** Every suspension of a superadmin writes one document, so that two cannot suspend each other at once. */
export const superadminCountId = 'active:superadmin'

export const superadminCountWrite = (by: 1 | -1): SideWrite => ({
  type: 'updateOne',
  collection: 'account_counters',
  filter: { _id: superadminCountId, ...(by === -1 ? { last: { $gt: 1 } } : {}) },
  update: { $inc: { last: by } },
})

/**
 * What another parent takes besides the account's own write: counts of both parents, and the new place of everyone below,
 * of whom many follow later (`moves.ts`). Their events follow (`announceReparented`). Their wallets are left
 * alone: whoever sends credit below the account names its wallet as a precondition (`credit/credit-rules.ts`), and
 * nobody above it sends any to those who have not followed yet.
 */
export function reparentWrites(
  account: Account,
  { from, to, ancestry }: Reparenting,
  { isLarge, at }: { isLarge: boolean; at: Date },
): SideWrite[] {
  const everyoneBelow: SideWrite = {
    type: 'updateMany',
    collection: 'accounts',
    filter: { [`ancestry.${account.role}`]: account._id, deleted: false },
    update: placeBelow(ancestry),
  }
  const hasBelow = account.childCount + account.sideCount > 0
  const follow = isLarge ? followWrites(account, at) : [everyoneBelow]
  return [countWrite(account, from, -1), countWrite(account, to, 1), ...(hasBelow ? follow : [])]
}

/** Who was signed out is shown as away at once, not when its connection ends. */
export const offlineWrite = ({ _id }: Account): SideWrite => ({
  type: 'updateOne',
  collection: 'accounts',
  filter: { _id },
  update: { $set: { isLoggedIn: false } },
})

/** None is partial: not every server drops a row from a partial index when it no longer belongs there. */
export const accountPlans: readonly CollectionPlan[] = [
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

/** An email or phone that a live account has. The id is what nobody else can have at the same time. */
export type Contact = { _id: string; accountId: string }

/**
 * A document for each taken email and phone, instead of a unique index on the account: it is inserted and removed in
 * the account's transaction, which every server gets right, and a deleted account leaves nothing behind.
 */
export const contactPlans: readonly CollectionPlan[] = [{ name: 'contacts' }]

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

/** What a change of an account takes and sets free. */
function contactWrites(before: Reachable, after: Reachable): SideWrite[] {
  const [had, has] = [contactsOf(before), contactsOf(after)]
  const isIn = (list: readonly Contact[], { _id }: Contact) => list.some(other => other._id === _id)
  const collection = 'contacts'
  return [
    ...had.filter(one => !isIn(has, one)).map((filter): SideWrite => ({ type: 'deleteOne', collection, filter })),
    ...has.filter(one => !isIn(had, one)).map((document): SideWrite => ({ type: 'insertOne', collection, document })),
  ]
}

/** An account that got another parent and whose subtree is still to follow. */
export type Move = { _id: string; role: Role; at: Date }

/** What another place changes in those below; no event tells of it yet. */
export const placeBelow = (ancestry: Account['ancestry']) => ({
  $set: {
    ...Object.fromEntries(Object.entries(ancestry).map(([role, id]) => [`ancestry.${role}`, id])),
    unannounced: true,
  },
  $inc: { version: 1 },
})

/** Writes down that those below are to follow, with the move itself. */
const followWrites = ({ _id, role }: Pick<Account, '_id' | 'role'>, at: Date): SideWrite[] => [
  { type: 'deleteMany', collection: 'moves', filter: { _id } },
  { type: 'insertOne', collection: 'moves', document: { _id, role, at } satisfies Move },
]
