import { createHash } from 'node:crypto'
import { AppError, type CollectionPlan, isDuplicateKey, type Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { Account } from '../rules/account'
import { StaleAccount } from './retry-on-conflict'

type CreationKey = { _id: string; accountId: string; hash: string; createdAt: Date }

const keptSeconds = 86_400

export const creationKeyPlans: readonly CollectionPlan[] = [
  { name: 'creation_keys', indexes: [{ key: { createdAt: 1 }, options: { expireAfterSeconds: keptSeconds } }] },
]

/**
 * Which account an `Idempotency-Key` made: a double click or a repeated request makes no second one for a day.
 * The hash of a request is a fast one, so that it must not hold a secret.
 */
export function createCreationKeyStore(db: Db) {
  const rows: Collection<CreationKey> = db.collection('creation_keys')
  const hashOf = (request: unknown) => createHash('sha256').update(JSON.stringify(request)).digest('base64url')

  return {
    /** The account that the key made. @throws AppError UNPROCESSABLE when it was made from another request. */
    async find(key: string, request: unknown): Promise<string | undefined> {
      const row = await rows.findOne({ _id: key })
      if (row && row.hash !== hashOf(request)) {
        throw new AppError('UNPROCESSABLE', 'This Idempotency-Key belongs to another request.')
      }
      return row?.accountId
    },
    /** Taken in the account's transaction, so that of two requests with one key only one commits. @throws StaleAccount */
    async take(key: string, request: unknown, { _id, createdAt }: Account, tx: Tx) {
      try {
        await rows.insertOne({ _id: key, accountId: _id, hash: hashOf(request), createdAt }, { session: tx })
      } catch (error) {
        throw isDuplicateKey(error) ? new StaleAccount() : error
      }
    },
  }
}
