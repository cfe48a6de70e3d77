import { createMetrics } from '@cascade/service-kit'

/** Counters of the gateway; gauges are added by the owners of their values. */
export function createGatewayMetrics() {
  const metrics = createMetrics('gateway')
  const labelNames = ['screen', 'version'] as const
  return {
    ...metrics,
    /** Web vitals by name; LCP and INP arrive in milliseconds. */
    vitals: {
      LCP: metrics.histogram('page_lcp_seconds', 'Largest contentful paint of a page', {
        labelNames,
        buckets: [0.25, 0.5, 1, 1.5, 2, 2.5, 3, 4, 6, 10],
      }),
      INP: metrics.histogram('page_inp_seconds', 'Interaction to next paint of a page', {
        labelNames,
        buckets: [0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2],
      }),
      CLS: metrics.histogram('page_cls', 'Cumulative layout shift of a page', {
        labelNames,
        buckets: [0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5],
      }),
    },
    refusals: metrics.counter('refusals_total', 'Rejected calls', ['code', 'reason']),
    signIns: metrics.counter('sign_ins_total', 'Sign-in attempts by outcome', ['outcome']),
    upstreamFailures: metrics.counter('upstream_failures_total', 'Failed calls to services', ['domain', 'why']),
    activitiesLost: metrics.counter(
      'activities_lost_total',
      'Activities dropped because NATS was unavailable for too long',
    ),
    cspViolations: metrics.counter('csp_violations_total', 'Content that browsers blocked', ['directive']),
    untrustedForwards: metrics.counter(
      'untrusted_forwards_total',
      'Requests forwarded by a peer that TRUSTED_PROXIES does not list, while no others arrive',
    ),
  }
}
export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>
