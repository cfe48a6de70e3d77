import { createMetrics } from '@cascade/service-kit'

/** What the gateway counts; what it holds at the moment is read by gauges where it is held. */
export function createGatewayMetrics() {
  const metrics = createMetrics('gateway')
  return {
    ...metrics,
    refusals: metrics.counter('refusals_total', 'Refused calls', ['code', 'reason']),
    signIns: metrics.counter('sign_ins_total', 'Tries to sign in by their outcome', ['outcome']),
    upstreamFailures: metrics.counter('upstream_failures_total', 'Calls that a service did not answer', [
      'domain',
      'why',
    ]),
    activitiesLost: metrics.counter('activities_lost_total', 'Activities given up because NATS was away for too long'),
    untrustedForwards: metrics.counter(
      'untrusted_forwards_total',
      'Requests with X-Forwarded-For from an unknown proxy',
    ),
  }
}
export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>
