import { createHash, timingSafeEqual } from 'node:crypto'
import { type Metrics, notFound } from '@cascade/service-kit'
import type { GatewayHono } from '../request/context'
import type { Readiness } from './readiness'

export type HealthDeps = {
  metrics: Pick<Metrics, 'registry'>
  metricsToken: string | undefined
  readiness: () => Promise<Readiness>
}

export function addHealthRoutes(app: GatewayHono, { metrics, metricsToken, readiness }: HealthDeps): void {
  app.get('/livez', c => c.json({ success: true }))
  app.get('/readyz', async c => {
    const state = await readiness()
    const isReady = state.missing.length === 0
    return c.json({ success: isReady, ...state }, isReady ? 200 : 503)
  })
  app.get('/metrics', async c => {
    const given = c.req.header('authorization') ?? ''
    if (!metricsToken || !sameText(given, `Bearer ${metricsToken}`)) throw notFound()
    return c.body(await metrics.registry.metrics(), 200, { 'content-type': metrics.registry.contentType })
  })
}

/** Takes the same time wherever two texts differ. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
