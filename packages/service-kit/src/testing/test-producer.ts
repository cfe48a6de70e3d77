import type { DomainName } from '@cascade/contracts'
import type { Db, MongoClient } from 'mongodb'
import type { NewEvent } from '../events/outbox'
import { type Service, type ServiceEnv, type ServiceParts, startService } from '../process/service'

export type TestProducer = {
  db: Db
  client: MongoClient
  bus: ServiceParts['bus']
  /** Commits events to the outbox in one transaction; `at` is now unless told otherwise. */
  emit: (...events: (Pick<NewEvent, 'type' | 'data'> & Partial<NewEvent> & { at?: Date })[]) => Promise<void>
  stop: () => Promise<void>
}

/** Stands in for a domain's service: its real outbox, publisher and feed, and the calls that a test gives it. */
export async function startTestProducer(
  domain: DomainName,
  env: ServiceEnv,
  routes: Service<undefined>['routes'] = [],
): Promise<TestProducer> {
  let producer: Omit<TestProducer, 'stop'> | undefined
  const service: Service<undefined> = {
    ...{ domain, plans: [], feeds: [], routes },
    createDeps({ client, db, bus, core }) {
      producer = {
        ...{ db, client, bus },
        async emit(...events) {
          const rows = events.map(event => ({ actor: null, correlationId: 'test', ...event }))
          await core.transaction(tx => core.writeEvents(rows, tx))
        },
      }
      return undefined
    },
  }
  const stop = await startService(service, env)
  if (!producer) throw new Error('The producer did not start.')
  return { ...producer, stop }
}
