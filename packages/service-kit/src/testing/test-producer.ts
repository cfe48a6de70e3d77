import { type DomainName, feedCallOf } from '@cascade/contracts'
import type { Db, MongoClient } from 'mongodb'
import { feedMarkPlans } from '../events/feed-publisher'
import type { Routes } from '../http/router'
import { type Service, type ServiceEnv, type ServiceParts, startService } from '../process/service'
import { startToldFeed, type Told, type ToldFeed } from './told-feed'

const isCredit = ({ type }: Pick<Told, 'type'>) => type.startsWith('credit.')

export type TestProducer = {
  db: Db
  client: MongoClient
  bus: ServiceParts['bus']
  /** Commits events to the outbox, those of credit to their feed; `at` is now unless told otherwise. */
  emit: (...events: Told[]) => Promise<void>
  /** What svc-accounts tells beside its outbox; of any other domain it stays empty. */
  credit: ToldFeed
  stop: () => Promise<void>
}

/** Stands in for a domain's service: its real outbox, publisher and feed, and the calls that a test gives it. */
export async function startTestProducer(
  domain: DomainName,
  env: ServiceEnv,
  routes: Service<undefined>['routes'] = [],
): Promise<TestProducer> {
  let producer: Omit<TestProducer, 'stop'> | undefined
  const serveCredit: Routes<undefined> = ({ serveInternal }) => {
    if (domain !== 'accounts') return
    serveInternal(feedCallOf(domain, 'credit'), async ({ body }) => {
      const told = await producer?.credit.read(body.after, body.limit)
      return { head: told?.head ?? 0, events: [...(told?.events ?? [])] }
    })
  }
  const service: Service<undefined> = {
    ...{ domain, plans: feedMarkPlans, feeds: [], routes: [...routes, serveCredit] },
    createDeps(parts) {
      const { client, db, bus, core } = parts
      const credit = startToldFeed(parts, 'credit')
      producer = {
        ...{ db, client, bus, credit },
        async emit(...events) {
          const [ofCredit, others] = [events.filter(isCredit), events.filter(event => !isCredit(event))]
          await credit.tell(ofCredit)
          const rows = others.map(event => ({ actor: null, correlationId: 'test', ...event }))
          if (rows.length > 0) await core.transaction(tx => core.writeEvents(rows, tx))
        },
      }
      return undefined
    },
    background: () => (producer ? [producer.credit] : []),
  }
  const stop = await startService(service, env)
  if (!producer) throw new Error('The producer did not start.')
  return { ...producer, stop }
}
