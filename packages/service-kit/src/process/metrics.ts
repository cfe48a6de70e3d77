import { createServer } from 'node:http'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** The process's Prometheus registry, with Node's own figures and the time of each call. */
export function createMetrics(name: string) {
  const registry = new Registry()
  registry.setDefaultLabels({ room: name })
  collectDefaultMetrics({ register: registry })
  const calls = new Histogram({
    name: 'cascade_http_seconds',
    help: 'Time of each call by endpoint and status',
    labelNames: ['endpoint', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  return { registry, calls }
}
export type Metrics = ReturnType<typeof createMetrics>

/** Serves `/metrics` on a port of its own, which no other process proxies. */
export function serveMetrics(metrics: Metrics, port: number, host: string) {
  const server = createServer((_request, response) => {
    void metrics.registry.metrics().then(text => {
      response.setHeader('content-type', metrics.registry.contentType)
      response.end(text)
    })
  })
  server.listen(port, host)
  return () => new Promise<void>(resolve => server.close(() => resolve()))
}
