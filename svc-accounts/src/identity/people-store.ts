import { personalRights, type Right, type Role, standardRights, standardRightsOf } from '@cascade/contracts'
import type { CollectionSpec, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

/** A person who signs in with a login of their own and acts for an account. */
export type StoredPerson = {
  _id: string
  accountId: string
  name: string
  username: string
  usernameKey: string
  email: string
  /** A standard name, or the id of the account's own rights. */
  rights: string
  active: boolean
  /** Removed people remain, so that the log can name them and their usernames are not used again. */
  removed: boolean
  passwordVersion: number
  lastLogin: Date | null
  createdAt: Date
  /** Further rights until a moment. */
  elevation?: { rights: string; until: Date }
}
export type StoredRights = { _id: string; accountId: string; name: string; permissions: Right[] }

export const peopleCollections: readonly CollectionSpec[] = [
  { name: 'people', indexes: [{ key: { accountId: 1 } }, { key: { usernameKey: 1 }, options: { unique: true } }] },
  { name: 'rights', indexes: [{ key: { accountId: 1 } }] },
]

export function createPeopleStore(db: Db) {
  const people: Collection<StoredPerson> = db.collection('people')
  const rights: Collection<StoredRights> = db.collection('rights')
  const present = { removed: false }

  return {
    find: async (_id: string) => (await people.findOne({ _id, ...present })) ?? undefined,
    findMany: (ids: readonly string[]) =>
      ids.length === 0 ? Promise.resolve([]) : people.find({ _id: { $in: [...ids] }, ...present }).toArray(),
    findByUsername: async (usernameKey: string) => (await people.findOne({ usernameKey, ...present })) ?? undefined,
    isUsernameTaken: async (usernameKey: string) => (await people.countDocuments({ usernameKey }, { limit: 1 })) > 0,
    of: (accountId: string) =>
      people
        .find({ accountId, ...present })
        .sort({ usernameKey: 1 })
        .toArray(),
    activeOf: (accountIds: readonly string[], limit: number) =>
      people
        .find({ accountId: { $in: [...accountIds] }, active: true, ...present })
        .limit(limit)
        .toArray(),
    count: (accountId: string, tx: Tx) => people.countDocuments({ accountId, ...present }, { session: tx }),
    insert: (person: StoredPerson, tx: Tx) => people.insertOne(person, { session: tx }),
    /** @returns null unless it is a person of the account */
    change: (accountId: string, _id: string, set: Partial<StoredPerson>, tx: Tx) =>
      people.findOneAndUpdate({ _id, accountId, ...present }, { $set: set }, { session: tx, returnDocument: 'after' }),
    /** @returns false if the password has changed or the person may no longer act */
    stampLogin: async ({ _id, passwordVersion }: Pick<StoredPerson, '_id' | 'passwordVersion'>, at: Date, tx: Tx) =>
      (
        await people.updateOne(
          { _id, passwordVersion, active: true, ...present },
          { $set: { lastLogin: at } },
          { session: tx },
        )
      ).matchedCount === 1,
    countWithRights: (accountId: string, rightsId: string, tx: Tx) =>
      people.countDocuments({ accountId, rights: rightsId, ...present }, { limit: 1, session: tx }),

    ownRights: (accountIds: readonly string[]) => rights.find({ accountId: { $in: [...accountIds] } }).toArray(),
    countRights: (accountId: string, tx: Tx) => rights.countDocuments({ accountId }, { session: tx }),
    insertRights: (row: StoredRights, tx: Tx) => rights.insertOne(row, { session: tx }),
    /** @returns the rights before the change, or null */
    changeRights: (accountId: string, _id: string, set: Pick<StoredRights, 'name' | 'permissions'>, tx: Tx) =>
      rights.findOneAndUpdate({ _id, accountId }, { $set: set }, { session: tx, returnDocument: 'before' }),
    removeRights: (accountId: string, _id: string, tx: Tx) =>
      rights.findOneAndDelete({ _id, accountId }, { session: tx }),
  }
}

/** The rights in force of a person, with those of its elevation. */
export function rightsInForce(
  { rights, elevation }: Pick<StoredPerson, 'rights' | 'elevation'>,
  { role, own, now }: { role: Role; own: readonly StoredRights[]; now: Date },
): readonly Right[] {
  const base = rightsOf(rights, role, own)
  if (!elevation || elevation.until <= now) return base
  return [...new Set([...base, ...rightsOf(elevation.rights, role, own)])]
}

/** Only the personal rights for rights that no longer exist. */
function rightsOf(rights: string, role: Role, own: readonly StoredRights[]): readonly Right[] {
  const standard = standardRights.find(name => name === rights)
  if (standard) return standardRightsOf(standard, role)
  return [...personalRights, ...(own.find(({ _id }) => _id === rights)?.permissions ?? [])]
}
