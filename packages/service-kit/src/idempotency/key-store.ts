import { createHash } from 'node:crypto'
import type { Collection, Db, Document, Filter, OptionalUnlessRequiredId, WithId } from 'mongodb'
import { AppError } from '../errors'
import type { CollectionPlan } from '../mongo/collections'
import { isDuplicateKey } from '../mongo/driver-errors'
import type { Tx } from '../mongo/transaction'

type KeyRow<T> = T & { _id: string; hash: string; createdAt: Date }

const retentionSeconds = 86_400

export const keyPlan = (name: string): CollectionPlan => ({
  name,
  indexes: [{ key: { createdAt: 1 }, options: { expireAfterSeconds: retentionSeconds } }],
})

type KeyedCall = { actor: { accountId: string }; idempotencyKey: string | undefined }

/** What an `Idempotency-Key` has done, remembered for a day: a repeated request does it no second time. */
export type KeyStore<T> = {
  /** What the key of an actor has done, whatever the request was. */
  find: (accountId: string, key: string) => Promise<T | undefined>
  /**
   * Does `work` once for the key of a call: what it keeps, in the transaction of its effect, is answered to a repeat.
   * Without a key it is done for itself.
   * @param request what a repeat must have in common; no secret, as its hash is a fast one
   * @throws AppError UNPROCESSABLE when the key belongs to another request
   */
  once: <R>(
    ctx: KeyedCall,
    request: unknown,
    work: (keep: (result: T, tx: Tx) => Promise<unknown>) => Promise<R>,
  ) => Promise<{ done: R } | { before: T }>
}

export function createKeyStore<T extends Document>(db: Db, name: string): KeyStore<T> {
  const rows: Collection<KeyRow<T>> = db.collection(name)
  const idOf = (accountId: string, key: string) => `${accountId}|${key}`
  const toResult = ({ _id, hash, createdAt, ...result }: WithId<KeyRow<T>>) => result as unknown as T

  async function findResult(_id: string, hash: string): Promise<T | undefined> {
    const row = await rows.findOne({ _id } as Filter<KeyRow<T>>)
    if (row && row.hash !== hash) {
      throw new AppError('UNPROCESSABLE', 'This Idempotency-Key belongs to another request.', { reason: 'KEY_REUSED' })
    }
    return row ? toResult(row) : undefined
  }
  return {
    async find(accountId, key) {
      const row = await rows.findOne({ _id: idOf(accountId, key) } as Filter<KeyRow<T>>)
      return row ? toResult(row) : undefined
    },
    async once({ actor, idempotencyKey }, request, work) {
      if (idempotencyKey === undefined) return { done: await work(async () => undefined) }
      const _id = idOf(actor.accountId, idempotencyKey)
      const hash = createHash('sha256').update(JSON.stringify(request)).digest('base64url')
      const before = await findResult(_id, hash)
      if (before) return { before }
      try {
        const done = await work((result, tx) => {
          const row = { ...result, _id, hash, createdAt: new Date() }
          return rows.insertOne(row as unknown as OptionalUnlessRequiredId<KeyRow<T>>, { session: tx })
        })
        return { done }
      } catch (error) {
        // Of two requests with one key only one commits.
        const other = isDuplicateKey(error) ? await findResult(_id, hash) : undefined
        if (!other) throw error
        return { before: other }
      }
    },
  }
}
