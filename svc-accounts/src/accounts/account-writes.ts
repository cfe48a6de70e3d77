import { type NewEvent, outboxRow } from '@cascade/service-kit'
import type { ClientSession, Db, Document } from 'mongodb'
import type { Credentials } from '../credentials/credential-store'
import { type AlsoModel, insertOf, updateOf } from '../ledger'
import type { Account } from './account'
import { AccountMoved } from './account-moved'
import { contactWrites } from './contacts'
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
export function accountWrites(db: Db, before: Account, after: Account): Write[] {
  const { _id, version, childCount, sideCount } = before
  const place = before.scopeVersion === after.scopeVersion ? {} : { childCount, sideCount }
  const fields = Object.fromEntries(decidedFields.map(field => [field, after[field]]))
  const gone = decidedFields.filter(field => before[field] !== undefined && after[field] === undefined)
  const filter = { _id, version, deleted: false, ...place }
  return [
    updateOf(db, 'accounts', filter, {
      $set: defined({ ...fields, ...searchKeysOf(after) }),
      ...(gone.length === 0 ? {} : { $unset: Object.fromEntries(gone.map(field => [field, true])) }),
    }),
    ...contactWrites(db, before, after),
  ]
}

/** Counts, presence and the last login are written by themselves and must not be set back by a change. */
const decidedFields = [
  ...['parentId', 'line', 'firstName', 'lastName', 'email', 'phone', 'dateOfBirth', 'country', 'state', 'city'],
  ...['address', 'pinCode', 'occupation', 'commissionBp', 'note', 'active', 'deleted', 'deletedAt', 'games'],
  ...['version', 'scopeVersion', 'changedIn', 'passwordVersion'],
] as const satisfies readonly (keyof Account)[]

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

/** Does what the ledger's lane does with such writes, where no wallet is concerned. */
export async function applyWrites(db: Db, writes: readonly Write[], session: ClientSession): Promise<void> {
  for (const write of writes) {
    const rows = db.collection<Document>(write.namespace.slice(db.databaseName.length + 1))
    if (write.name === 'insertOne') await rows.insertOne(write.document, { session })
    else if (write.name === 'updateOne') {
      const { matchedCount } = await rows.updateOne(write.filter, write.update, { session })
      if (matchedCount === 0) throw new AccountMoved()
    } else if (write.name === 'deleteOne') {
      const { deletedCount } = await rows.deleteOne(write.filter, { session })
      if (deletedCount === 0) throw new AccountMoved()
    } else throw new Error(`A ${write.name} belongs into the ledger's lane`)
  }
}
