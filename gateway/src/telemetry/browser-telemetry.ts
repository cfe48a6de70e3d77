import { tracesApi, vitalsApi } from '@cascade/contracts/gateway'
import { tellBrowserSpan } from '@cascade/service-kit'
import type { RateLimits } from '../limits/rate-limits'
import { type OwnCall, type OwnEndpoints, requireActor } from '../proxy/own-endpoints'
import type { CountVitals } from './vitals'

type BrowserTelemetryDeps = { countVitals: CountVitals; limits: Pick<RateLimits, 'pageFigures'> }

export function addBrowserTelemetryEndpoints({ serve }: OwnEndpoints, deps: BrowserTelemetryDeps): void {
  serve(vitalsApi.tell, call => recordVitals(deps, call))
  serve(tracesApi.tell, call => recordTraces(deps, call))
}

/** How fast and steady pages were, as their browser says. */
async function recordVitals(
  { countVitals, limits }: BrowserTelemetryDeps,
  { ctx, input }: OwnCall<typeof vitalsApi.tell>,
) {
  limits.pageFigures(requireActor(ctx).sessionId)
  await countVitals(input.vitals)
  return {}
}

/** How long calls took for whoever made them, as their browser says. */
async function recordTraces({ limits }: BrowserTelemetryDeps, { ctx, input }: OwnCall<typeof tracesApi.tell>) {
  limits.pageFigures(requireActor(ctx).sessionId)
  const now = Date.now()
  for (const { tookMs, agoMs, ...span } of input.calls) {
    tellBrowserSpan({ ...span, startMs: now - agoMs - tookMs, endMs: now - agoMs })
  }
  return {}
}
