import type { CollectionPlan, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { SideWrite } from '../ledger'

/** Hashes of an account's secrets. */
export type Secrets = { password?: string; pin?: string }
/** They stand apart from accounts, so that no read of an account can carry them. */
export type Credentials = Secrets & { _id: string }

export const credentialPlans: readonly CollectionPlan[] = [{ name: 'credentials' }]

export function createCredentialStore(db: Db) {
  const rows: Collection<Credentials> = db.collection('credentials')
  return {
    passwordOf: async (accountId: string) =>
      (await rows.findOne({ _id: accountId }, { projection: { password: 1 } }))?.password,
    insert: (credentials: readonly Credentials[], tx: Tx) => rows.insertMany([...credentials], { session: tx }),
  }
}

/** Replaces those secrets that are given, in the transaction that changes the account. */
export const secretsWrite = (accountId: string, secrets: Secrets): SideWrite => ({
  ...{ type: 'updateOne', collection: 'credentials', filter: { _id: accountId }, update: { $set: secrets } },
})
