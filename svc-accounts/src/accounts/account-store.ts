import type { AccountRole } from '@cascade/contracts'
import type { LimitName } from '@cascade/contracts/accounts'
import { conflict, createGroupedRead, isDuplicateKey, type Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { createLruMap } from '../caching/lru-map'
import { type Account, ancestorIds, type SearchKeys, StaleAccount, searchKeysOf } from './account'
import { type Contact, contactsOf, counterOf, superadminCountId } from './account-writes'
import { accountTexts } from './texts'

export type StoredAccount = Account &
  SearchKeys & {
    /** Moved with an ancestor, and the event is not published yet. */
    unannounced?: boolean
    /** Hundredths in the account's wallet, and in all wallets of its subtree; number of accounts below. Projections. */
    points: bigint
    branchPoints: bigint
    below: number
    logins?: number
    /** Business day on which a limit has rejected a booking, until the limits are changed. */
    limitDay?: string
    /** The limits that have rejected bookings of that day, and since when. */
    limitHits?: { day: string; at: Date; names: LimitName[] }
  }
/** The record that remains of a deleted account. */
export type AccountPlace = Pick<
  Account,
  '_id' | 'username' | 'role' | 'parentId' | 'ancestry' | 'commissionBp' | 'settlementPeriod' | 'settlementLevels'
>

type Counter = { _id: string; last: number }

const cacheSizeMax = 10_000

/** A new account as it is stored: with empty figures. */
export const storedOf = (account: Account): StoredAccount => ({
  ...account,
  ...searchKeysOf(account),
  ...{ points: 0n, branchPoints: 0n, below: 0 },
})

export const accountRowsOf = (db: Db): Collection<StoredAccount> => db.collection('accounts')

export function createAccountStore(db: Db) {
  const rows = accountRowsOf(db)
  // Filter by `_id` only: a further condition makes the query 50% slower on SecantusDB.
  const read = createGroupedRead(async ids => {
    const found = await rows.find({ _id: { $in: ids } }).toArray()
    return new Map(found.filter(({ deleted }) => !deleted).map(row => [row._id, row]))
  })
  /** Accounts as last read: for plans that the ledger checks, and for the ids of ancestors. */
  const cache = createLruMap<StoredAccount>(cacheSizeMax)
  const contacts: Collection<Contact> = db.collection('contacts')
  const counters: Collection<Counter> = db.collection('account_counters')

  return {
    find: async (id: string): Promise<StoredAccount | undefined> => (await read([id])).get(id),

    /** Also a deleted account. */
    findAny: async (id: string): Promise<StoredAccount | undefined> => (await rows.findOne({ _id: id })) ?? undefined,

    /** Omits deleted accounts. */
    async findMany(ids: readonly string[]): Promise<StoredAccount[]> {
      if (ids.length === 0) return []
      const found = await read(ids)
      return [...new Set(ids)].flatMap(id => found.get(id) ?? [])
    },

    /** Live accounts and their ancestors by id. One query if the cached ancestries are current, otherwise two. */
    async findWithAncestors(ids: readonly string[]): Promise<Map<string, StoredAccount>> {
      const requested = new Set([...ids, ...ids.flatMap(id => ancestorIds(cache.get(id)?.ancestry ?? {}))])
      const found = await read([...requested])
      const accounts = ids.flatMap(id => found.get(id) ?? [])
      const above = accounts.flatMap(({ ancestry }) => ancestorIds(ancestry))
      const others = await read([...new Set(above.filter(id => !requested.has(id)))])
      const all = [...ids, ...above].flatMap(id => found.get(id) ?? others.get(id) ?? [])
      for (const row of all) cache.set(row._id, row)
      return new Map(all.map(row => [row._id, row]))
    },

    /** The accounts and their ancestors as last read, perhaps out of date; undefined if one is not cached. */
    cachedWithAncestors(ids: readonly string[]): Map<string, StoredAccount> | undefined {
      const accounts = new Map<string, StoredAccount>()
      for (const id of new Set(ids.flatMap(id => [id, ...ancestorIds(cache.get(id)?.ancestry ?? {})]))) {
        const account = cache.get(id)
        if (!account) return undefined
        accounts.set(id, account)
      }
      return accounts
    },

    /** Tree positions, including deleted accounts. */
    readPositions: (ids: readonly string[]) =>
      rows
        .find({ _id: { $in: [...ids] } }, { batchSize: 10_000 })
        .sort({ _id: 1 })
        .project<Pick<Account, '_id' | 'role' | 'parentId' | 'deleted'>>({ role: 1, parentId: 1, deleted: 1 })
        .toArray(),

    /** Also of a deleted account. */
    findPosition: (_id: string) =>
      rows.findOne<Pick<Account, '_id' | 'ancestry'>>({ _id }, { projection: { ancestry: 1 } }),
    /** Includes deleted accounts. */
    async findPlaces(ids: readonly string[]): Promise<Map<string, AccountPlace>> {
      const found = rows.find({ _id: { $in: [...ids] } })
      const settlement = { settlementPeriod: 1, settlementLevels: 1 }
      const fields = { username: 1, role: 1, parentId: 1, ancestry: 1, commissionBp: 1, ...settlement }
      return new Map((await found.project<AccountPlace>(fields).toArray()).map(place => [place._id, place]))
    },

    findByUsername: (usernameKey: string) => rows.findOne({ usernameKey, deleted: false }),

    /** Includes deleted accounts: usernames are never reused. */
    isUsernameTaken: async (usernameKey: string) => (await rows.findOne({ usernameKey })) !== null,

    /** Superadmins that can sign in; there are few. */
    activeSuperadminIds: async () =>
      (await rows.find({ role: 'superadmin', active: true, deleted: false }, { projection: { _id: 1 } }).toArray()).map(
        ({ _id }) => _id,
      ),

    /** Generated names of an account; includes deleted accounts. */
    async findNames(id: string): Promise<Pick<Account, 'username' | 'uniqueId'> | undefined> {
      const row = await rows.findOne({ _id: id })
      return row ? { username: row.username, uniqueId: row.uniqueId } : undefined
    },

    hasSuperadmin: async () => (await rows.findOne({ role: 'superadmin' }, { projection: { _id: 1 } })) !== null,

    async idsBelow({ _id, role }: Pick<Account, '_id' | 'role'>, ids: readonly string[]): Promise<string[]> {
      const filter = { _id: { $in: [...ids] }, [`ancestry.${role}`]: _id }
      const below = await rows.find(filter).project<{ _id: string }>({ _id: 1 }).toArray()
      return below.map(row => row._id)
    },

    async *idsBelowInChunks({ _id, role }: Pick<Account, '_id' | 'role'>, chunkSize: number): AsyncGenerator<string[]> {
      const below = rows.find({ [`ancestry.${role}`]: _id, _id: { $ne: _id } }, { batchSize: chunkSize })
      let chunk: string[] = []
      for await (const row of below.project<{ _id: string }>({ _id: 1 })) {
        if (chunk.push(row._id) < chunkSize) continue
        yield chunk
        chunk = []
      }
      if (chunk.length > 0) yield chunk
    },

    /** Every active admin has a credit line. */
    haveCreditLines: async () =>
      (await rows.findOne({ role: 'admin', deleted: false, active: true, creditLine: { $exists: false } })) === null,
    findContacts: (ids: readonly string[]): Promise<Contact[]> => contacts.find({ _id: { $in: [...ids] } }).toArray(),

    async insert(accounts: readonly Account[], tx: Tx) {
      const usedContacts = accounts.flatMap(contactsOf)
      if (usedContacts.length > 0) await mapDuplicateErrors(contacts.insertMany(usedContacts, { session: tx }))
      await mapDuplicateErrors(rows.insertMany(accounts.map(storedOf), { session: tx }))
    },

    /**
     * Increments the child count of the parent. Writing the parent makes the creation conflict with a concurrent
     * suspension, move or deletion of the parent. @throws StaleAccount if the parent has changed since it was read
     */
    async countChild(parent: Account, account: Account, tx: Tx) {
      const asRead = { _id: parent._id, version: parent.version, deleted: false }
      const result = await rows.updateOne(asRead, { $inc: { [counterOf(account)]: 1 } }, { session: tx })
      if (result.matchedCount === 0) throw new StaleAccount()
    },

    countSuperadmin: (tx: Tx) =>
      counters.updateOne({ _id: superadminCountId }, { $inc: { last: 1 } }, { session: tx, upsert: true }),

    /** @throws AppError CONFLICT if there is only one active superadmin */
    async requireAnotherSuperadmin() {
      const counter = await counters.findOne({ _id: superadminCountId })
      if (Number(counter?.last ?? 0) < 2) throw conflict(accountTexts.lastSuperadmin)
    },

    /** Next username number of a role; unique, may have gaps. */
    async nextNumber(role: AccountRole): Promise<number> {
      const counter = await counters.findOneAndUpdate(
        { _id: role },
        { $inc: { last: 1 } },
        { upsert: true, returnDocument: 'after' },
      )
      return Number(counter?.last)
    },

    /**
     * Records a sign-in. Writing the account makes it conflict with a concurrent suspension or password change.
     * @returns false if the account is not active or its password has changed
     */
    async stampLogin({ _id, passwordVersion }: Account, at: Date, tx: Tx): Promise<boolean> {
      const filter = { _id, active: true, deleted: false, passwordVersion }
      // An unchanged `lastLogin` would be no write and so no conflict; the counter always changes.
      const stamp = { $set: { lastLogin: at }, $inc: { logins: 1 } }
      const result = await rows.updateOne(filter, stamp, { session: tx })
      return result.matchedCount > 0
    },

    /** Not versioned, and one write per account, so that none is locked while another is awaited. */
    async markOnline(ids: readonly string[], isLoggedIn: boolean): Promise<void> {
      const update = { $set: { isLoggedIn } }
      const writes = ids.map(_id => ({ updateOne: { filter: { _id, isLoggedIn: !isLoggedIn }, update } }))
      if (writes.length > 0) await rows.bulkWrite(writes, { ordered: false })
    },

    async findClosingAfter(id: string, limit: number): Promise<string[]> {
      const found = rows.find({ 'closing.at': { $gt: new Date(0) }, _id: { $gt: id } }).sort({ _id: 1 })
      return (await found.limit(limit).project<{ _id: string }>({ _id: 1 }).toArray()).map(row => row._id)
    },

    unannounced: (limit: number) => rows.find({ unannounced: true }).limit(limit).toArray(),

    /** @throws StaleAccount if one of them has changed since it was read */
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
 * Maps duplicate-key errors.
 * @throws AppError CONFLICT for an email or phone, StaleAccount for a generated name (the retry generates another)
 */
export async function mapDuplicateErrors<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (isDuplicateKey(error, 'email|')) throw conflict(accountTexts.emailTaken, { email: accountTexts.emailTaken })
    if (isDuplicateKey(error, 'phone|')) throw conflict(accountTexts.phoneTaken, { phone: accountTexts.phoneTaken })
    if (isDuplicateKey(error, 'usernameKey') || isDuplicateKey(error, 'uniqueId')) throw new StaleAccount()
    throw error
  }
}
