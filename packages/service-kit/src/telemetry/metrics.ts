import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { overdueLoops } from '../runtime/loop'
import type { Tls } from '../runtime/tls'

/** Sampling interval of event loop delay; each sample wakes an idle process. */
const sampleEveryMs = 100

/**
 * Prometheus registry of the process, with Node's metrics and call durations. Names of added metrics get a prefix, e.g.
 * `cascade_accounts_` in svc-accounts.
 */
export function createMetrics(service: string) {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: sampleEveryMs })
  const registers = [registry]
  const prefixed = (name: string) => `cascade_${service.replace(/^svc-/, '').replaceAll('-', '_')}_${name}`
  return {
    registry,
    calls: new Histogram({
      name: 'cascade_http_seconds',
      help: 'Duration of calls by endpoint and status',
      labelNames: ['endpoint', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    feedLag: new Gauge({
      name: 'cascade_feed_lag_events',
      help: 'Events committed by another service and not yet applied here',
      labelNames: ['feed'],
      registers,
    }),
    loopsOverdue: new Gauge({
      name: 'cascade_loops_overdue',
      help: 'Loops whose last round was abandoned after its time limit',
      registers,
      collect() {
        this.set(overdueLoops().length)
      },
    }),
    feedReplaced: new Counter({
      name: 'cascade_feed_replaced_total',
      help: 'Detected restores of a producer to an earlier state',
      labelNames: ['feed'],
      registers,
    }),
    /** @param name ends in `_total`; labels need few values, never an id */
    counter: <L extends string = never>(name: string, help: string, labelNames: readonly L[] = []) =>
      new Counter<L>({ name: prefixed(name), help, labelNames: [...labelNames], registers }),
    /** @param help states the unit; labels as for a counter */
    histogram: <L extends string>(
      name: string,
      help: string,
      options: { labelNames: readonly L[]; buckets: number[] },
    ) =>
      new Histogram<L>({
        name: prefixed(name),
        help,
        labelNames: [...options.labelNames],
        buckets: options.buckets,
        registers,
      }),
    /** @param read called at every scrape, `NaN` when it fails; without it the service sets the value */
    gauge: <L extends string = never>(
      name: string,
      help: string,
      options: { labelNames?: readonly L[]; read?: () => number | Promise<number> } = {},
    ) => {
      const { labelNames = [], read } = options
      const value = async () => read?.() ?? Number.NaN
      const collect = read && { collect: async () => gauge.set(await value().catch(() => Number.NaN)) }
      const gauge: Gauge<L> = new Gauge<L>({
        name: prefixed(name),
        help,
        labelNames: [...labelNames],
        registers,
        ...collect,
      })
      return gauge
    },
  }
}
export type Metrics = ReturnType<typeof createMetrics>

/** Serves `GET /metrics` on a separate port that is not proxied, with TLS if given a certificate. */
export function serveMetrics({ registry }: Pick<Metrics, 'registry'>, port: number, host: string, tls?: Tls) {
  const answer: RequestListener = async (request, response) => {
    const isMetrics = request.url?.split('?')[0] === '/metrics'
    if (!isMetrics) return response.writeHead(404).end()
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return response.writeHead(405, { allow: 'GET, HEAD' }).end()
    }
    const text = await registry.metrics().catch(() => undefined)
    if (text === undefined) return response.writeHead(500).end()
    response.setHeader('content-type', registry.contentType)
    response.end(text)
  }
  const server = tls ? createTlsServer(tls, answer) : createServer(answer)
  server.listen(port, host)
  return () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}
