import type { SecretField } from '@cascade/contracts/accounts'
import { type Actor, type CollectionSpec, loginIdOf, type Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { SideWrite } from '../../ledger'

export type Secrets = Partial<Record<SecretField, string>>
/** Separate from accounts, so that reading an account never exposes them. */
export type Credentials = Secrets & {
  _id: string
  /** Hashes of the passwords before this one, newest first. */
  previous?: string[]
  /** Set by another user while the policy said that such passwords must be replaced. */
  isTemporary?: boolean
  /** Other users who created the login, set its password or removed its factors, newest last. */
  setUps?: SetUp[]
}
/** `accountId`: the login of the user, an account or a person. */
export type SetUp = { accountId: string; at: Date }
const setUpsMax = 20
/** Besides the current one, so that the last five cannot be used again. */
const previousMax = 4

export const credentialCollections: readonly CollectionSpec[] = [{ name: 'credentials' }]

export const setUpBy = (by: Actor, at: Date): SetUp[] => [{ accountId: loginIdOf(by), at }]

/** Records that another user has set up a login. */
export const setUpWrite = (loginId: string, by: Actor, at: Date): SideWrite => ({
  type: 'updateOne',
  collection: 'credentials',
  filter: { _id: loginId },
  update: { $push: { setUps: { $each: setUpBy(by, at), $slice: -setUpsMax } } },
})

export function createCredentialStore(db: Db) {
  const rows: Collection<Credentials> = db.collection('credentials')
  return {
    passwordOf: async (accountId: string) =>
      (await rows.findOne({ _id: accountId }, { projection: { password: 1 } }))?.password,
    find: (accountId: string) => rows.findOne({ _id: accountId }),
    /** Users who set up the logins of these accounts, by account. */
    async setUpsOf(accountIds: readonly string[]): Promise<ReadonlyMap<string, readonly SetUp[]>> {
      const filter = { _id: { $in: [...new Set(accountIds)] } }
      const found = await rows.find(filter, { projection: { setUps: 1 } }).toArray()
      return new Map(found.map(({ _id, setUps = [] }) => [_id, setUps]))
    },

    /** A replaced password stays among the previous ones. Commit it with a write that the account's version guards. */
    async replaceWrite(accountId: string, secrets: Secrets, isTemporary: boolean): Promise<SideWrite> {
      const { password: before, previous = [] } = (await rows.findOne({ _id: accountId })) ?? {}
      const history = { previous: [...(before === undefined ? [] : [before]), ...previous].slice(0, previousMax) }
      const set = secrets.password === undefined ? secrets : { ...secrets, ...history, isTemporary }
      return { type: 'updateOne', collection: 'credentials', filter: { _id: accountId }, update: { $set: set } }
    },
    insert: (credentials: readonly Credentials[], tx: Tx) => rows.insertMany([...credentials], { session: tx }),
  }
}
