import { connectMongo, ensureCollections, inTransaction, outboxCollections, type Tx } from '@cascade/service-kit'
import { makeNamespace } from '@cascade/service-kit/testing'
import type { Document } from 'mongodb'
import { liveCollections } from '../service'

export async function startScratch(mongodbUri: string) {
  const { client, db, close } = await connectMongo(mongodbUri, makeNamespace('live'))
  await ensureCollections(db, [...outboxCollections, ...liveCollections])
  return {
    db,
    client,
    transaction: <T>(work: (tx: Tx) => Promise<T>) => inTransaction(client, work),
    rows: (name: string) => db.collection<Document & { _id: string }>(name).find().sort({ _id: 1 }).toArray(),
    async stop() {
      await db.dropDatabase()
      await close()
    },
  }
}
export type Scratch = Awaited<ReturnType<typeof startScratch>>
