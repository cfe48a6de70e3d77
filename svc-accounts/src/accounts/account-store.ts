import type { AccountRole } from '@cascade/contracts'
import { conflict, isDuplicateKey, type Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { createBoundedMap } from '../bounded-map'
import { createGroupedRead } from '../grouped-read'
import { accountTexts } from '../texts'
import { type Account, ancestorIds, type SearchKeys, StaleAccount, searchKeysOf } from './account'
import { type Contact, contactsOf, counterOf, superadminCountId } from './account-writes'

export type StoredAccount = Account &
  SearchKeys & {
    /** Got another place along with an account above, and no event tells of it yet. */
    unannounced?: boolean
    /** Hundredths in its own wallet and in all wallets at or below, and how many accounts are below, as branches last had them. */
    points: bigint
    branchPoints: bigint
    below: number
    /** How often somebody signed in. */
    logins?: number
  }
type Counter = { _id: string; last: number }

const rowsRemembered = 10_000

/** A new account as it is stored: with empty figures. */
export const storedOf = (account: Account): StoredAccount => ({
  ...account,
  ...searchKeysOf(account),
  ...{ points: 0n, branchPoints: 0n, below: 0 },
})

export const accountRowsOf = (db: Db): Collection<StoredAccount> => db.collection('accounts')

/** The accounts of the database. Whatever it writes, it writes in the caller's transaction. */
export function createAccountStore(db: Db) {
  const rows = accountRowsOf(db)
  // By `_id` alone: with a condition beside it, the embedded server takes half as long again.
  const read = createGroupedRead(async ids => {
    const found = await rows.find({ _id: { $in: ids } }).toArray()
    return new Map(found.filter(({ deleted }) => !deleted).map(row => [row._id, row]))
  })
  /** Accounts as they were last read with those above them: a guess that saves waiting, never a truth. */
  const memory = createBoundedMap<StoredAccount>(rowsRemembered)
  const contacts: Collection<Contact> = db.collection('contacts')
  const counters: Collection<Counter> = db.collection('account_counters')

  return {
    /** A live account. */
    find: async (id: string): Promise<StoredAccount | undefined> => (await read([id])).get(id),

    /** Those of the accounts that live, by id. */
    async findMany(ids: readonly string[]): Promise<StoredAccount[]> {
      if (ids.length === 0) return []
      const found = await read(ids)
      return [...new Set(ids)].flatMap(id => found.get(id) ?? [])
    },

    /**
     * Those of the accounts that live, and those above them, by id: in one query where nobody was moved since they were
     * last asked for, else in two.
     */
    async findWithAncestors(ids: readonly string[]): Promise<Map<string, StoredAccount>> {
      const asked = new Set([...ids, ...ids.flatMap(id => ancestorIds(memory.get(id)?.ancestry ?? {}))])
      const found = await read([...asked])
      const accounts = ids.flatMap(id => found.get(id) ?? [])
      const above = accounts.flatMap(({ ancestry }) => ancestorIds(ancestry))
      const missing = await read([...new Set(above.filter(id => !asked.has(id)))])
      const all = [...ids, ...above].flatMap(id => found.get(id) ?? missing.get(id) ?? [])
      for (const row of all) memory.set(row._id, row)
      // A call about an account that is gone would be planned on it again, and taken out of a batch, each time.
      for (const id of ids) if (!found.has(id)) memory.delete(id)
      return new Map(all.map(row => [row._id, row]))
    },

    /** What `findWithAncestors` answered when it last read these; undefined where it has not read them all lately. */
    rememberedWithAncestors(ids: readonly string[]): Map<string, StoredAccount> | undefined {
      const above = ids.flatMap(id => ancestorIds(memory.get(id)?.ancestry ?? {}))
      const all = [...new Set([...ids, ...above])].map(id => memory.get(id))
      return all.every(row => row !== undefined) ? new Map(all.map(row => [row._id, row])) : undefined
    },

    /** Where accounts stand, deleted ones too. */
    placesOf: (ids: readonly string[]) =>
      rows
        .find({ _id: { $in: [...ids] } }, { batchSize: 10_000 })
        .sort({ _id: 1 })
        .project<Pick<Account, '_id' | 'role' | 'parentId' | 'deleted'>>({ role: 1, parentId: 1, deleted: 1 })
        .toArray(),

    findByUsername: (usernameKey: string) => rows.findOne({ usernameKey, deleted: false }),

    /** Names of deleted accounts stay taken. */
    isUsernameTaken: async (usernameKey: string) => (await rows.findOne({ usernameKey })) !== null,

    hasSuperadmin: async () => (await rows.findOne({ role: 'superadmin' }, { projection: { _id: 1 } })) !== null,

    /** Those of `ids` that stand below an account. */
    async idsBelow({ _id, role }: Pick<Account, '_id' | 'role'>, ids: readonly string[]): Promise<string[]> {
      const filter = { _id: { $in: [...ids] }, [`ancestry.${role}`]: _id }
      const below = await rows.find(filter).project<{ _id: string }>({ _id: 1 }).toArray()
      return below.map(row => row._id)
    },

    /** Everybody below an account, so many ids at a time. */
    async *idsBelowInParts({ _id, role }: Pick<Account, '_id' | 'role'>, partSize: number): AsyncGenerator<string[]> {
      const below = rows.find({ [`ancestry.${role}`]: _id, _id: { $ne: _id } }, { batchSize: partSize })
      let part: string[] = []
      for await (const row of below.project<{ _id: string }>({ _id: 1 })) {
        if (part.push(row._id) < partSize) continue
        yield part
        part = []
      }
      if (part.length > 0) yield part
    },

    /** Those of some contacts that a live account has, with its id. */
    takenContacts: (ids: readonly string[]): Promise<Contact[]> => contacts.find({ _id: { $in: [...ids] } }).toArray(),

    async insert(accounts: readonly Account[], tx: Tx) {
      const taken = accounts.flatMap(contactsOf)
      if (taken.length > 0) await orDuplicate(contacts.insertMany(taken, { session: tx }))
      await orDuplicate(rows.insertMany(accounts.map(storedOf), { session: tx }))
    },

    /**
     * Counts a new account in below its parent. Writing the parent makes the creation collide with the parent's own
     * suspension, move or deletion. @throws StaleAccount when the parent is no longer as it was read.
     */
    async countBelow(parent: Account, account: Account, tx: Tx) {
      const asRead = { _id: parent._id, version: parent.version, deleted: false }
      const result = await rows.updateOne(asRead, { $inc: { [counterOf(account)]: 1 } }, { session: tx })
      if (result.matchedCount === 0) throw new StaleAccount()
    },

    /** Counts a new active superadmin in. */
    countSuperadmin: (tx: Tx) =>
      counters.updateOne({ _id: superadminCountId }, { $inc: { last: 1 } }, { session: tx, upsert: true }),

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

    /**
     * Stamps a login. It writes the account, so that a suspension or a new password at this moment and this login
     * cannot both succeed. @returns false when the account is not active or its password is another one by now.
     */
    async stampLogin({ _id, passwordVersion }: Account, at: Date, tx: Tx): Promise<boolean> {
      const asProved = { _id, active: true, deleted: false, passwordVersion }
      // A time that is there already is no write, so that a new password committed meanwhile would not be noticed.
      const stamp = { $set: { lastLogin: at }, $inc: { logins: 1 } }
      const result = await rows.updateOne(asProved, stamp, { session: tx })
      return result.matchedCount > 0
    },

    /** Presence is no part of an account's state: it waits for no transaction and no version counts it. */
    async markOnline(ids: readonly string[], isLoggedIn: boolean): Promise<void> {
      await rows.updateMany({ _id: { $in: [...ids] }, isLoggedIn: !isLoggedIn }, { $set: { isLoggedIn } })
    },

    /** Accounts that are to be deleted once they are settled, in the order of their ids. */
    async closingAfter(id: string, limit: number): Promise<string[]> {
      const found = rows.find({ 'closing.at': { $gt: new Date(0) }, _id: { $gt: id } }).sort({ _id: 1 })
      return (await found.limit(limit).project<{ _id: string }>({ _id: 1 }).toArray()).map(row => row._id)
    },

    unannounced: (limit: number) => rows.find({ unannounced: true }).limit(limit).toArray(),

    /** @throws StaleAccount when one of them changed since it was read. */
    async markAnnounced(accounts: readonly StoredAccount[], tx: Tx) {
      const marks = accounts.map(({ _id, version }) => ({
        updateOne: { filter: { _id, version }, update: { $unset: { unannounced: '' as const } } },
      }))
      const { matchedCount } = await rows.bulkWrite(marks, { session: tx })
      if (matchedCount < accounts.length) throw new StaleAccount()
    },
  }
}

/**
 * Names what a write would have had twice.
 * @throws AppError CONFLICT for an email or phone, StaleAccount for a generated name: the next try makes another.
 */
export async function orDuplicate<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (isDuplicateKey(error, 'email|')) throw conflict(accountTexts.emailTaken, { email: accountTexts.emailTaken })
    if (isDuplicateKey(error, 'phone|')) throw conflict(accountTexts.phoneTaken, { phone: accountTexts.phoneTaken })
    if (isDuplicateKey(error, 'usernameKey') || isDuplicateKey(error, 'uniqueId')) throw new StaleAccount()
    throw error
  }
}
