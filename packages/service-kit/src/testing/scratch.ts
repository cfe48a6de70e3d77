import { connectMongo, ensureCollections } from '../data/mongo'
import { createBus } from '../events/bus'
import { feedCursorPlans } from '../events/feed-cursor'
import { outboxPlans } from '../events/outbox'
import { silentLogger } from './index'
import { makeNamespace } from './test-service'

/** A database and a connection to NATS of one test file's own. */
export async function startScratch(options: { mongodbUri: string; natsUrl: string }) {
  const namespace = makeNamespace('kit')
  const mongo = await connectMongo(options.mongodbUri, namespace)
  await ensureCollections(mongo.db, [...outboxPlans, ...feedCursorPlans])
  const bus = createBus({ url: options.natsUrl, namespace, name: 'test', logger: silentLogger })
  return {
    ...mongo,
    bus,
    namespace,
    async stop() {
      await bus.close()
      await mongo.db.dropDatabase()
      await mongo.close()
    },
  }
}
export type Scratch = Awaited<ReturnType<typeof startScratch>>
