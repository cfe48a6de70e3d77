import { createHash, timingSafeEqual } from 'node:crypto'
import { type Metrics, notFound } from '@cascade/service-kit'
import type { GatewayHono } from '../request/context'

export type HealthDeps = {
  metrics: Metrics
  metricsToken: string | undefined
  /** Names of what is not ready; empty means ready. */
  notReady: () => Promise<string[]>
}

export function addHealthRoutes(app: GatewayHono, { metrics, metricsToken, notReady }: HealthDeps): void {
  app.get('/livez', c => c.json({ success: true }))
  app.get('/readyz', async c => {
    const missing = await notReady()
    return c.json({ success: missing.length === 0, missing }, missing.length === 0 ? 200 : 503)
  })
  app.get('/metrics', async c => {
    const given = c.req.header('authorization') ?? ''
    if (!metricsToken || !sameText(given, `Bearer ${metricsToken}`)) throw notFound()
    return c.body(await metrics.registry.metrics(), 200, { 'content-type': metrics.registry.contentType })
  })
}

/** Asks whether svc-accounts is there, without which nobody can be let in; the answer holds for a second. */
export function createReadiness(accountsUrl: string, isDraining: () => boolean): () => Promise<string[]> {
  let checkedAt = 0
  let reachable: Promise<boolean> | undefined
  return async () => {
    if (!reachable || Date.now() - checkedAt > 1_000) {
      checkedAt = Date.now()
      reachable = fetch(`${accountsUrl}/livez`, { signal: AbortSignal.timeout(1_000) }).then(
        response => response.ok,
        () => false,
      )
    }
    return [...(isDraining() ? ['draining'] : []), ...((await reachable) ? [] : ['svc-accounts'])]
  }
}

/** Takes the same time wherever two texts differ. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
