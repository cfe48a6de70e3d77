import { type NewEvent, outboxRow } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import type { Credentials } from '../credentials/credential-store'
import { type AlsoModel, insertOf, updateOf } from '../ledger'
import type { Account } from './account'
import { searchKeysOf } from './search-keys'

/** Writes as data: the ledger commits them together with the wallet, or a plain transaction does. */
export type Write = AlsoModel

/** The state of an account after a change. `changed` names fields as the API calls them. */
export function evolved(before: Account, set: Partial<Account>, changed: readonly string[]): Account {
  const version = before.version + 1
  const stamps = Object.fromEntries(changed.map(field => [field, version]))
  return { ...before, ...set, version, changedIn: { ...before.changedIn, ...stamps } }
}

/**
 * Replaces an account as it was decided on `before`; nothing matches when anybody changed it since, or, where its
 * place changes, when anybody was created below it since.
 */
export function accountWrite(db: Db, before: Account, after: Account): Write {
  const { _id, version, childCount, sideCount } = before
  const place = before.scopeVersion === after.scopeVersion ? {} : { childCount, sideCount }
  const fields = decidedFields(after)
  const { emailKey, phoneKey, ...keys } = searchKeysOf(after)
  const free = { $unset: { emailKey: '', phoneKey: '' } }
  const taken = after.deleted ? {} : { emailKey, phoneKey }
  return updateOf(
    db,
    'accounts',
    { _id, version, deleted: false, ...place },
    { $set: defined({ ...fields, ...keys, ...taken }), ...(after.deleted ? free : {}) },
  )
}

/** What a change decides. Counts, presence and the last login are written by themselves and must not be set back. */
function decidedFields(account: Account): Partial<Account> {
  const { _id, childCount, sideCount, isLoggedIn, lastLogin, ...fields } = account
  return fields
}

/** A bulk write would store an undefined field as null. */
const defined = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

export const eventWrite = (db: Db, event: NewEvent): Write => insertOf(db, 'outbox', outboxRow(event))

export const secretsWrite = (db: Db, accountId: string, secrets: Omit<Credentials, '_id'>): Write =>
  updateOf(db, 'credentials', { _id: accountId }, { $set: secrets })

/**
 * Counts an account in or out below a parent. Who is counted in takes the parent's line, so that the parent must still
 * be what was read.
 */
export const countWrite = (db: Db, parent: Account, field: 'childCount' | 'sideCount', by: 1 | -1): Write =>
  updateOf(
    db,
    'accounts',
    { _id: parent._id, deleted: false, ...(by === 1 ? { version: parent.version } : {}) },
    { $inc: { [field]: by } },
  )
