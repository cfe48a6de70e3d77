import type { DomainName } from '@cascade/contracts'
import type { Db } from 'mongodb'
import type { Bus } from '../events/nats'
import { oldestUnnumbered } from '../events/outbox'
import { type Failure, failureText } from '../http/client'
import type { Clock } from '../mongo/clock'
import { overdueLoops, withTimeout } from '../runtime/loop'

const databaseMsMax = 2_000
/** Events wait this long only if no replica numbers them. */
const outboxWaitMsMax = 10_000
/** A standby replica rarely calls other services, so its failed calls may be outdated. */
const recentMs = 15_000

type ReadinessDeps = {
  db: Db
  bus: Pick<Bus, 'fault'>
  clock: Pick<Clock, 'now'>
  /** Services whose last call got no response or rejected our token. */
  away: ReadonlyMap<DomainName, Failure>
  degraded: ReadonlySet<string>
  collectionBuilder: { building: () => string[] }
}

/**
 * What is missing (not ready) and degraded, as texts. Reads stored data from the database, because a server with a full
 * disk may still answer a ping.
 */
export async function checkReadiness(deps: ReadinessDeps) {
  const { db, bus, clock, away, degraded: serviceDegraded, collectionBuilder } = deps
  const outboxWait = oldestUnnumbered(db).then(
    at => ({ waitMs: at ? clock.now() - at.getTime() : 0 }),
    () => undefined,
  )
  const outbox = await withTimeout(outboxWait, databaseMsMax, undefined)
  if (!outbox) return { missing: ['the database does not answer'], degraded: [] }
  const { waitMs } = outbox
  const degraded = [
    ...serviceDegraded,
    ...collectionBuilder.building(),
    ...overdueLoops().map(name => `loop of ${name}`),
    ...[bus.fault() ?? []].flat(),
    ...(waitMs > outboxWaitMsMax ? [`events have waited for their number for ${Math.round(waitMs / 1000)} s`] : []),
    ...[...away].flatMap(([name, failure]) =>
      performance.now() - failure.at < recentMs ? [failureText(name, failure)] : [],
    ),
  ]
  return { missing: [], degraded }
}
