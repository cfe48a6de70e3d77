import { createHash, timingSafeEqual } from 'node:crypto'
import { type DomainName, domainNames } from '@cascade/contracts'
import {
  type Logger,
  type Metrics,
  notFound,
  readSkewMs,
  type ServiceUrls,
  skewMsMax,
  suiteVersion,
} from '@cascade/service-kit'
import { z } from 'zod'
import type { GatewayDeps } from '../deps'
import type { GatewayHono } from '../request/context'
import type { GatewayMetrics } from '../telemetry/metrics'
import { createThrottledLog } from '../telemetry/throttled-log'

/** Texts. With anything `missing` the gateway is not ready; `degraded` affects single screens. */
export type Readiness = { missing: string[]; degraded: string[] }

const Answer = z.object({
  missing: z.array(z.string()),
  degraded: z.array(z.string()).default([]),
  now: z.iso.datetime(),
})
type Faults = Pick<z.infer<typeof Answer>, 'missing' | 'degraded'>
/** Longer than a service waits for its database. */
const timeoutMs = 3_000
const freshMs = 1_000

/** Checks the readiness of all services. Only svc-accounts is required: sign-ins depend on it. */
export function createReadiness(options: {
  urls: ServiceUrls
  isDraining: () => boolean
  metrics: GatewayMetrics
  logger: Logger
  untrustedProxy: Pick<GatewayDeps['untrustedProxy'], 'faults'>
  external: Pick<GatewayDeps['external'], 'faults'>
  teamRemotes: Pick<GatewayDeps['teamRemotes'], 'faults'>
}): () => Promise<Readiness> {
  const { urls, isDraining, metrics, logger, untrustedProxy, external, teamRemotes } = options
  const skew = metrics.gauge('clock_skew_seconds', 'How far the clock of a service is ahead of the gateway', {
    labelNames: ['domain'],
  })
  const logClockSkew = createThrottledLog(logger, 'clock skew: synchronise all machines with one time server')
  let checkedAt = 0
  let checking: Promise<Record<DomainName, Faults>> | undefined

  async function faultsOf(domain: DomainName): Promise<Faults> {
    let faults: Faults = { missing: [], degraded: [] }
    const readClock = async () => {
      const response = await fetch(`${urls[domain]}/readyz`, { signal: AbortSignal.timeout(timeoutMs) })
      const { now, ...state } = Answer.parse(await response.json())
      faults = state
      return new Date(now)
    }
    const skewMs = await readSkewMs(readClock).catch(() => undefined)
    if (skewMs === undefined) return { missing: ['does not answer'], degraded: [] }
    skew.set({ domain }, skewMs / 1000)
    if (Math.abs(skewMs) > skewMsMax) logClockSkew({ domain, skewMs })
    return faults
  }

  async function checkServices() {
    const faults = await Promise.all(domainNames.map(async domain => [domain, await faultsOf(domain)] as const))
    return Object.fromEntries(faults) as Record<DomainName, Faults>
  }

  return async () => {
    if (!checking || Date.now() - checkedAt > freshMs) {
      checkedAt = Date.now()
      checking = checkServices()
    }
    const faults = await checking
    const describeFaults = (kind: keyof Faults, domain: DomainName) =>
      faults[domain][kind].map(fault => `svc-${domain}: ${fault}`)
    const others = domainNames.filter(domain => domain !== 'accounts')
    return {
      missing: [...(isDraining() ? ['the gateway is being stopped'] : []), ...describeFaults('missing', 'accounts')],
      degraded: [
        ...untrustedProxy.faults(),
        ...others.flatMap(domain => describeFaults('missing', domain)),
        ...domainNames.flatMap(domain => describeFaults('degraded', domain)),
        ...external.faults(),
        ...teamRemotes.faults(),
      ],
    }
  }
}

type HealthDeps = {
  metrics: Pick<Metrics, 'registry'>
  metricsToken: string | undefined
  readiness: () => Promise<Readiness>
}

export function addHealthRoutes(app: GatewayHono, { metrics, metricsToken, readiness }: HealthDeps): void {
  app.get('/livez', c => c.json({ success: true }))
  app.get('/readyz', async c => {
    const state = await readiness()
    const isReady = state.missing.length === 0
    return c.json({ success: isReady, version: suiteVersion, ...state }, isReady ? 200 : 503)
  })
  app.get('/metrics', async c => {
    const header = c.req.header('authorization') ?? ''
    if (!metricsToken || !isEqualConstantTime(header, `Bearer ${metricsToken}`)) throw notFound()
    return c.body(await metrics.registry.metrics(), 200, { 'content-type': metrics.registry.contentType })
  })
}

function isEqualConstantTime(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
