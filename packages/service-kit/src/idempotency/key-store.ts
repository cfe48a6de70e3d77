import { createHash } from 'node:crypto'
import type { Collection, Db, Document, Filter, OptionalUnlessRequiredId, WithId } from 'mongodb'
import type { CollectionSpec } from '../mongo/collections'
import { isDuplicateKey } from '../mongo/driver-errors'
import type { Tx } from '../mongo/transaction'
import { AppError } from '../runtime/errors'

type KeyRow<T> = T & { _id: string; hash: string; createdAt: Date }

const retentionSeconds = 86_400

export const keyCollection = (name: string): CollectionSpec => ({
  name,
  indexes: [{ key: { createdAt: 1 }, options: { expireAfterSeconds: retentionSeconds } }],
})

type KeyedCall = { actor: { accountId: string }; idempotencyKey: string | undefined }

/** Results by `Idempotency-Key`, stored for a day: a retried request gets the stored result. */
export type KeyStore<T> = {
  find: (accountId: string, key: string) => Promise<T | undefined>
  /**
   * Runs `work` once per key. `work` stores its result in the transaction of its effect; a retry gets that result.
   * Without a key it runs every time.
   * @param request must be equal in a retry; no secrets, because only a fast hash is stored
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
        const other = isDuplicateKey(error) ? await findResult(_id, hash) : undefined
        if (!other) throw error
        return { before: other }
      }
    },
  }
}
