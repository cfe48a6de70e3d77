import type { CollectionPlan } from '@cascade/service-kit'
import type { ClientSession, Collection, Db } from 'mongodb'

/** Hashes of an account's secrets. They stand apart from accounts, so that no read of an account can carry them. */
export type Credentials = { _id: string; password?: string; pin?: string }

export const credentialPlans: readonly CollectionPlan[] = [{ name: 'credentials' }]

export function createCredentialStore(db: Db) {
  const rows: Collection<Credentials> = db.collection('credentials')
  return {
    passwordOf: async (accountId: string) =>
      (await rows.findOne({ _id: accountId }, { projection: { password: 1 } }))?.password,
    insert: (credentials: readonly Credentials[], session: ClientSession) =>
      rows.insertMany([...credentials], { session }),
    set: (accountId: string, secrets: Omit<Credentials, '_id'>, session: ClientSession) =>
      rows.updateOne({ _id: accountId }, { $set: secrets }, { session }),
  }
}
