import type { DomainName } from '@cascade/contracts'
import type { Db } from 'mongodb'
import type { Bus } from '../events/nats'
import { oldestUnpublished } from '../events/outbox'
import { overdueLoops, withTimeout } from '../loop'
import type { Clock } from '../mongo/clock'

const databaseMsMax = 2_000
/** Events wait this long only when NATS does not accept them. */
const outboxWaitMsMax = 10_000
/** A standby replica rarely calls other services, so its failed calls may be outdated. */
const recentMs = 15_000

type ReadinessDeps = {
  db: Db
  bus: Pick<Bus, 'isUp'>
  domain: DomainName
  clock: Pick<Clock, 'now'>
  /** Services whose last call got no response, with its time by the monotonic clock. */
  away: ReadonlyMap<DomainName, number>
  degraded: ReadonlySet<string>
}

/**
 * What is missing (not ready) and degraded, as texts. Reads stored data from the database, because a server with a full
 * disk may still answer a ping.
 */
export async function checkReadiness({ db, bus, domain, clock, away, degraded: serviceDegraded }: ReadinessDeps) {
  const outboxWait = oldestUnpublished(db, domain).then(
    at => ({ waitMs: at ? clock.now() - at.getTime() : 0 }),
    () => undefined,
  )
  const outbox = await withTimeout(outboxWait, databaseMsMax, undefined)
  if (!outbox) return { missing: ['the database does not answer'], degraded: [] }
  const { waitMs } = outbox
  const degraded = [
    ...serviceDegraded,
    ...overdueLoops().map(name => `loop of ${name}`),
    ...(bus.isUp() ? [] : ['NATS does not answer']),
    ...(waitMs > outboxWaitMsMax ? [`events have waited for NATS for ${Math.round(waitMs / 1000)} s`] : []),
    ...[...away].flatMap(([name, at]) => (performance.now() - at < recentMs ? [`svc-${name} does not answer`] : [])),
  ]
  return { missing: [], degraded }
}
