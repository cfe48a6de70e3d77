import type { CollectionPlan, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { SideWrite } from '../ledger'
import type { SealedSecret } from './factor-keys'

type FactorBase = { _id: string; accountId: string; name: string; createdAt: Date; lastUsedAt: Date | null }
export type TotpFactor = FactorBase & {
  kind: 'totp'
  secret: SealedSecret
  /** Time step of the last accepted code: each code counts once. */
  lastStep: number
}
export type PasskeyFactor = FactorBase & {
  kind: 'passkey'
  credentialId: string
  publicKey: string
  counter: number
  transports: string[]
}
export type StoredFactor = TotpFactor | PasskeyFactor

/** Digests of the unused recovery codes of an account. */
type RecoveryCodes = { _id: string; digests: string[] }

export const factorPlans: readonly CollectionPlan[] = [
  {
    name: 'factors',
    indexes: [
      { key: { accountId: 1 } },
      {
        key: { credentialId: 1 },
        options: { unique: true, partialFilterExpression: { credentialId: { $exists: true } } },
      },
    ],
  },
  { name: 'recovery_codes' },
]

/** Second factors: at most ten per account. */
export function createFactorStore(db: Db) {
  const rows: Collection<StoredFactor> = db.collection('factors')
  const codes: Collection<RecoveryCodes> = db.collection('recovery_codes')
  return {
    of: (accountId: string) => rows.find({ accountId }).sort({ createdAt: 1 }).limit(20).toArray(),
    findPasskey: async (credentialId: string) =>
      (await rows.findOne({ credentialId, kind: 'passkey' })) as PasskeyFactor | null,

    /** Those of the accounts that have a factor. */
    async ownersAmong(accountIds: readonly string[]): Promise<ReadonlySet<string>> {
      if (accountIds.length === 0) return new Set()
      const found = await rows
        .find({ accountId: { $in: [...new Set(accountIds)] } })
        .project<{ accountId: string }>({ accountId: 1 })
        .toArray()
      return new Set(found.map(({ accountId }) => accountId))
    },

    insert: (factor: StoredFactor, tx: Tx) => rows.insertOne(factor, { session: tx }),
    remove: (accountId: string, _id: string, tx: Tx) => rows.deleteOne({ _id, accountId }, { session: tx }),

    /** Accepts a code of the time step once. @returns false if this step, or a later one, was accepted before */
    async acceptStep({ _id, secret }: TotpFactor, lastStep: number, lastUsedAt: Date): Promise<boolean> {
      const update = { $set: { lastStep, lastUsedAt, secret } }
      return (await rows.updateOne({ _id, lastStep: { $lt: lastStep } }, update)).modifiedCount === 1
    },

    /** Accepts an assertion once. @returns false if another one was accepted in the meantime */
    async acceptCounter({ _id, counter }: PasskeyFactor, next: number, lastUsedAt: Date): Promise<boolean> {
      const update = { $set: { counter: next, lastUsedAt } }
      return (await rows.updateOne({ _id, counter }, update)).modifiedCount === 1
    },

    recoveryCodesLeft: async (accountId: string) => (await codes.findOne({ _id: accountId }))?.digests.length ?? 0,
    replaceRecoveryCodes: (accountId: string, digests: string[], tx: Tx) =>
      codes.replaceOne({ _id: accountId }, { digests }, { upsert: true, session: tx }),
    removeRecoveryCodes: (accountId: string, tx: Tx) => codes.deleteOne({ _id: accountId }, { session: tx }),
    /** @returns false if none of the digests belongs to an unused code */
    async consumeRecoveryCode(accountId: string, digests: string[]): Promise<boolean> {
      const update = { $pull: { digests: { $in: digests } } }
      return (await codes.updateOne({ _id: accountId, digests: { $in: digests } }, update)).modifiedCount === 1
    },
  }
}

export const removeAllFactorsWrites = (accountId: string): SideWrite[] => [
  { type: 'deleteMany', collection: 'factors', filter: { accountId } },
  { type: 'deleteMany', collection: 'recovery_codes', filter: { _id: accountId } },
]
