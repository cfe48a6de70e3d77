import type { DomainName } from '@cascade/contracts'
import type { Db, MongoClient } from 'mongodb'
import { inTransaction } from '../mongo'
import { type NewEvent, writeOutbox } from '../outbox'
import { type ServiceEnv, type ServiceParts, startService } from '../start-service'

export type TestProducer = {
  db: Db
  client: MongoClient
  bus: ServiceParts['bus']
  /** Commits events to the outbox in one transaction. */
  emit: (...events: Pick<NewEvent, 'type' | 'data'>[]) => Promise<void>
  stop: () => Promise<void>
}

/** Stands in for a domain's service: its real outbox, publisher and feed, and nothing else. */
export async function startTestProducer(domain: DomainName, env: ServiceEnv): Promise<TestProducer> {
  let producer: Omit<TestProducer, 'stop'> | undefined
  const stop = await startService({
    domain,
    env,
    plans: [],
    async build({ mongo: { client, db }, bus, publisher }) {
      producer = {
        db,
        client,
        bus,
        async emit(...events) {
          const rows = events.map(event => ({ actor: null, correlationId: 'test', ...event }))
          await inTransaction(client, session => writeOutbox(db, rows, session))
          publisher.poke()
        },
      }
      return []
    },
  })
  if (!producer) throw new Error('The producer did not start.')
  return { ...producer, stop }
}
