import { createLease, type ServiceContext } from '@cascade/service-kit'
import { createBaseDeps, type LiveSettings } from './base-deps'
import { engineLease, engineLeaseMs, startEngine } from './drawing/engine'
import { createLeaderClient } from './drawing/leader'
import { registerMetrics } from './metrics'
import { startLiveFeed } from './projections/live-feed'

export type LiveDeps = Awaited<ReturnType<typeof createDeps>>

export async function createDeps(parts: ServiceContext, settings: LiveSettings) {
  const { bus, db, call, clock, instanceId, instanceUrl: url, logger, metrics } = parts
  const base = await createBaseDeps(parts, settings)
  const lease = createLease(db, engineLease, {
    owner: instanceId,
    url,
    now: clock.now,
    leaseMs: engineLeaseMs,
    collection: engineLease,
  })
  const engine = startEngine(base, lease)
  const feed = startLiveFeed(base, { engine, publish: bus.broadcast, epoch: instanceId.slice(-12), logger })
  registerMetrics(base, engine, metrics, settings.LIVE_LIABILITY_LIMIT)
  return { ...base, engine, feed, leader: createLeaderClient({ engine, lease, call, url }) }
}
