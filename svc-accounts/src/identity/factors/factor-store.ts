import type { CollectionSpec, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { SideWrite } from '../../ledger'
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

/** Codes of an account: digests of its unused recovery codes, and the state that limits other codes. */
type Codes = {
  _id: string
  digests: string[]
  /** Wrong codes of an authenticator app since the last proof of a factor. */
  wrongCodes?: number
  /** Digest of the code without which no factor can be added, because a superior has removed them all. */
  enrolment?: string
}

export const factorCollections: readonly CollectionSpec[] = [
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

const ownersPerChunk = 1_000

/** Second factors: at most ten per account. */
export function createFactorStore(db: Db) {
  const rows: Collection<StoredFactor> = db.collection('factors')
  const codes: Collection<Codes> = db.collection('recovery_codes')
  return {
    of: (accountId: string) => rows.find({ accountId }).sort({ createdAt: 1 }).limit(20).toArray(),
    findPasskey: async (credentialId: string) =>
      (await rows.findOne({ credentialId, kind: 'passkey' })) as PasskeyFactor | null,

    /** The accounts, of these, that have a factor. */
    async ownersAmong(accountIds: readonly string[]): Promise<ReadonlySet<string>> {
      if (accountIds.length === 0) return new Set()
      const found = await rows
        .find({ accountId: { $in: [...new Set(accountIds)] } })
        .project<{ accountId: string }>({ accountId: 1 })
        .toArray()
      return new Set(found.map(({ accountId }) => accountId))
    },

    /** Ids of all accounts with a factor, in chunks. */
    async *ownersInChunks(): AsyncGenerator<string[]> {
      let chunk = new Set<string>()
      for await (const { accountId } of rows.find().project<{ accountId: string }>({ _id: 0, accountId: 1 })) {
        if (chunk.add(accountId).size < ownersPerChunk) continue
        yield [...chunk]
        chunk = new Set()
      }
      yield [...chunk]
    },

    insert: (factor: StoredFactor, tx: Tx) => rows.insertOne(factor, { session: tx }),
    /** @returns false unless it is a factor of the account */
    rename: async (accountId: string, _id: string, name: string) =>
      (await rows.updateOne({ _id, accountId }, { $set: { name } })).matchedCount === 1,
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

    codesOf: async (accountId: string): Promise<Codes> =>
      (await codes.findOne({ _id: accountId })) ?? { _id: accountId, digests: [] },
    /** @returns the number of wrong codes since the last proof */
    async countWrongCode(accountId: string): Promise<number> {
      const update = { $inc: { wrongCodes: 1 }, $setOnInsert: { digests: [] } }
      const after = await codes.findOneAndUpdate({ _id: accountId }, update, { upsert: true, returnDocument: 'after' })
      return after?.wrongCodes ?? 1
    },
    forgiveWrongCodes: (accountId: string) =>
      codes.updateOne({ _id: accountId, wrongCodes: { $exists: true } }, { $unset: { wrongCodes: '' } }),
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

/** @param enrolment digest of the code that the next factor needs */
export const removeAllFactorsWrites = (accountId: string, enrolment: string): SideWrite[] => [
  { type: 'deleteMany', collection: 'factors', filter: { accountId } },
  { type: 'deleteMany', collection: 'recovery_codes', filter: { _id: accountId } },
  { type: 'insertOne', collection: 'recovery_codes', document: { _id: accountId, digests: [], enrolment } },
]
