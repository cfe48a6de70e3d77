import { connectMongo, ensureCollections, inTransaction, outboxCollections, type Tx } from '@cascade/service-kit'
import { makeNamespace } from '@cascade/service-kit/testing'
import type { Document } from 'mongodb'
import { inject } from 'vitest'
import { liveCollections } from '../service'

export async function startScratch() {
  const { client, db, close } = await connectMongo(inject('mongodbUri'), makeNamespace('live'))
  await ensureCollections(db, [...outboxCollections, ...liveCollections])
  const before: (() => Promise<void>)[] = []
  return {
    db,
    client,
    transaction: <T>(work: (tx: Tx) => Promise<T>) => inTransaction(client, work),
    rows: (name: string) => db.collection<Document & { _id: string }>(name).find().sort({ _id: 1 }).toArray(),
    /** Stops what reads the database by itself. */
    beforeStop: (stop: () => Promise<void>) => before.push(stop),
    async stop() {
      for (const stopReader of before) await stopReader()
      await db.dropDatabase()
      await close()
    },
  }
}
export type Scratch = Awaited<ReturnType<typeof startScratch>>
