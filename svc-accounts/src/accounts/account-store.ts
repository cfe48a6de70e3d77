import { type AccountRole, isSideRole } from '@cascade/contracts'
import { AppError, conflict } from '@cascade/service-kit'
import type { ClientSession, Collection, Db, Filter } from 'mongodb'
import { createGroupedRead } from '../grouped-read'
import { updateOf, type AlsoModel as Write } from '../ledger'
import { accountTexts } from '../texts'
import type { Account, Scope } from './account'
import { AccountMoved } from './account-moved'
import { type Contact, contactsOf } from './contacts'
import { type SearchKeys, searchKeysOf } from './search-keys'

/** `unannounced`: moved along with an account above, and nobody was told yet. */
export type AccountRow = Account & SearchKeys & { unannounced?: boolean }
type Counter = { _id: string; last: number }

/** The accounts of the database. Whatever it writes, it writes in the caller's transaction. */
export function createAccountStore(db: Db) {
  const rows: Collection<AccountRow> = db.collection('accounts')
  const read = createGroupedRead(
    async ids => new Map((await rows.find({ _id: { $in: ids }, deleted: false }).toArray()).map(row => [row._id, row])),
  )
  const contacts: Collection<Contact> = db.collection('contacts')
  const counters: Collection<Counter> = db.collection('account_counters')

  return {
    rows,

    /** A live account. */
    find: async (id: string): Promise<AccountRow | undefined> => (await read([id])).get(id),

    /** Those of the accounts that live, by id. */
    async findMany(ids: readonly string[]): Promise<AccountRow[]> {
      if (ids.length === 0) return []
      const found = await read(ids)
      return [...new Set(ids)].flatMap(id => found.get(id) ?? [])
    },

    findByUsername: (usernameKey: string) => rows.findOne({ usernameKey, deleted: false }),

    async insert(accounts: readonly Account[], session: ClientSession) {
      const taken = accounts.flatMap(contactsOf)
      if (taken.length > 0) await orDuplicate(contacts.insertMany(taken, { session }))
      await orDuplicate(
        rows.insertMany(
          accounts.map(account => ({ ...account, ...searchKeysOf(account) })),
          { session },
        ),
      )
    },

    /**
     * Counts a new account in below its parent. Writing the parent makes the creation collide with the parent's own
     * suspension, move or deletion. @throws AccountMoved when the parent is no longer as it was read.
     */
    async countBelow(parent: Account, role: AccountRole, session: ClientSession) {
      const guard: Filter<AccountRow> = { _id: parent._id, version: parent.version, deleted: false }
      const field = isSideRole(role) ? 'sideCount' : 'childCount'
      const result = await rows.updateOne(guard, { $inc: { [field]: 1 } }, { session })
      if (result.matchedCount === 0) throw new AccountMoved()
    },

    /** Counts a new active superadmin in. */
    countSuperadmin: (session: ClientSession) =>
      counters.updateOne({ _id: superadminCountId }, { $inc: { last: 1 } }, { session, upsert: true }),

    /** @throws AppError CONFLICT when there is only one active superadmin. */
    async requireAnotherSuperadmin() {
      const counter = await counters.findOne({ _id: superadminCountId })
      if (Number(counter?.last ?? 0) < 2) throw conflict(accountTexts.lastSuperadmin)
    },

    /** The next running number of a role; numbers may be skipped, never given twice. */
    async nextNumber(role: AccountRole): Promise<number> {
      const counter = await counters.findOneAndUpdate(
        { _id: role },
        { $inc: { last: 1 } },
        { upsert: true, returnDocument: 'after' },
      )
      return Number(counter?.last)
    },
  }
}

/** Every suspension of a superadmin writes one document, so that two cannot suspend each other at once. */
const superadminCountId = 'active:superadmin'

export const superadminCountWrite = (db: Db, by: 1 | -1): Write =>
  updateOf(
    db,
    'account_counters',
    { _id: superadminCountId, ...(by === -1 ? { last: { $gt: 1 } } : {}) },
    { $inc: { last: by } },
  )

/** What an actor may see, as a filter. */
export function scopeFilter(actor: Scope): Filter<AccountRow> {
  if (actor.role === 'superadmin') return { deleted: false }
  return { deleted: false, $or: [{ [`line.${actor.role}`]: actor.accountId }, { _id: actor.accountId }] }
}

/** Live accounts of one role that stand below the actor, or the actor's own record on its own level. */
export function levelFilter(actor: Scope, role: AccountRole): Filter<AccountRow> {
  if (actor.role === 'superadmin') return { role, deleted: false }
  if (actor.role === role) return { _id: actor.accountId, deleted: false }
  return { [`line.${actor.role}`]: actor.accountId, role, deleted: false }
}

/** Everyone below an account, itself not included. */
export const belowFilter = (account: Pick<Account, '_id' | 'role'>): Filter<AccountRow> => ({
  [`line.${account.role}`]: account._id,
})

/**
 * Names what a write would have had twice.
 * @throws AppError CONFLICT for an email or phone, AccountMoved for a generated name: the next try makes another.
 */
export async function orDuplicate<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    const text = textsOf(error)
    if (!text.includes('E11000')) throw error
    if (text.includes('email|')) throw duplicate('email', accountTexts.emailTaken)
    if (text.includes('phone|')) throw duplicate('phone', accountTexts.phoneTaken)
    if (/usernameKey|uniqueId/.test(text)) throw new AccountMoved()
    throw error
  }
}

/** A bulk write keeps the server's sentence inside its own. */
function textsOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const inner = error as { writeErrors?: Map<number, { message?: string }>; cause?: unknown }
  const details = inner.writeErrors instanceof Map ? [...inner.writeErrors.values()].map(one => one.message ?? '') : []
  return [error.message, ...details, textsOf(inner.cause)].join('\n')
}

const duplicate = (field: string, message: string) =>
  new AppError('CONFLICT', message, { errors: { [field]: message } })
