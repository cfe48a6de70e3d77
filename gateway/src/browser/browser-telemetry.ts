import { tracesApi, vitalsApi } from '@cascade/contracts/gateway'
import { recordBrowserSpan } from '@cascade/service-kit'
import type { RateLimits } from '../limits/rate-limits'
import { type OwnCall, type OwnEndpoints, requireActor } from '../request/own-endpoints'
import type { RecordVitals } from './vitals'

type BrowserTelemetryDeps = { observeVitals: RecordVitals; limits: Pick<RateLimits, 'pageFigures'> }

export function addBrowserTelemetryEndpoints({ serve }: OwnEndpoints, deps: BrowserTelemetryDeps): void {
  serve(vitalsApi.report, call => recordVitals(deps, call))
  serve(tracesApi.report, call => recordTraces(deps, call))
}

async function recordVitals(
  { observeVitals, limits }: BrowserTelemetryDeps,
  { ctx, input }: OwnCall<typeof vitalsApi.report>,
) {
  limits.pageFigures(requireActor(ctx))
  await observeVitals(input.vitals)
  return {}
}

async function recordTraces({ limits }: BrowserTelemetryDeps, { ctx, input }: OwnCall<typeof tracesApi.report>) {
  limits.pageFigures(requireActor(ctx))
  const now = Date.now()
  for (const { tookMs, agoMs, ...span } of input.calls) {
    recordBrowserSpan({ ...span, startMs: now - agoMs - tookMs, endMs: now - agoMs })
  }
  return {}
}
