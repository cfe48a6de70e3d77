import { createMetrics } from '@cascade/service-kit'

/** Counters of the gateway; gauges are added by the owners of their values. */
export function createGatewayMetrics() {
  const metrics = createMetrics('gateway')
  const labelNames = ['screen', 'version'] as const
  return {
    ...metrics,
    /** Web vitals by name; LCP and INP arrive in milliseconds. */
    vitals: {
      LCP: metrics.histogram('page_lcp_seconds', 'When the largest part of a page was shown', {
        labelNames,
        buckets: [0.25, 0.5, 1, 1.5, 2, 2.5, 3, 4, 6, 10],
      }),
      INP: metrics.histogram('page_inp_seconds', 'How long a page took to show what a key or click did', {
        labelNames,
        buckets: [0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2],
      }),
      CLS: metrics.histogram('page_cls', 'How far a page moved by itself', {
        labelNames,
        buckets: [0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5],
      }),
    },
    refusals: metrics.counter('refusals_total', 'Refused calls', ['code', 'reason']),
    signIns: metrics.counter('sign_ins_total', 'Tries to sign in by their outcome', ['outcome']),
    upstreamFailures: metrics.counter('upstream_failures_total', 'Calls that a service did not answer', [
      'domain',
      'why',
    ]),
    activitiesLost: metrics.counter('activities_lost_total', 'Activities given up because NATS was away for too long'),
    untrustedForwards: metrics.counter(
      'untrusted_forwards_total',
      'Requests that a peer forwarded which TRUSTED_PROXIES does not name',
    ),
  }
}
export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>
