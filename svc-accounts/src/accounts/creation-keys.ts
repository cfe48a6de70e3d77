import { createHash } from 'node:crypto'
import { AppError, type CollectionPlan } from '@cascade/service-kit'
import type { ClientSession, Collection, Db } from 'mongodb'
import type { Account } from './account'
import { AccountMoved } from './account-moved'

type CreationKey = { _id: string; accountId: string; hash: string; createdAt: Date }

const keptSeconds = 86_400

export const creationKeyPlans: readonly CollectionPlan[] = [
  { name: 'creation_keys', indexes: [{ key: { createdAt: 1 }, options: { expireAfterSeconds: keptSeconds } }] },
]

/** Which account an `Idempotency-Key` made: a double click or a repeated request makes no second one for a day. */
export function createCreationKeys(db: Db) {
  const rows: Collection<CreationKey> = db.collection('creation_keys')
  const hashOf = (input: unknown) => createHash('sha256').update(JSON.stringify(input)).digest('base64url')

  return {
    /** The account that the key made. @throws AppError UNPROCESSABLE when it was made from another input. */
    async find(key: string, input: unknown): Promise<string | undefined> {
      const row = await rows.findOne({ _id: key })
      if (row && row.hash !== hashOf(input)) {
        throw new AppError('UNPROCESSABLE', 'This Idempotency-Key belongs to another request.')
      }
      return row?.accountId
    },
    /** Taken in the account's transaction, so that of two requests with one key only one commits. @throws AccountMoved */
    async take(key: string, input: unknown, { _id, createdAt }: Account, session: ClientSession) {
      try {
        await rows.insertOne({ _id: key, accountId: _id, hash: hashOf(input), createdAt }, { session })
      } catch (error) {
        throw (error as { code?: number }).code === 11000 ? new AccountMoved() : error
      }
    },
  }
}
