import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, freePort } from '../testing'
import { createMetrics, serveMetrics } from './metrics'

const metrics = createMetrics('svc-accounts')
let url: string
let close: () => Promise<void>
beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  close = serveMetrics(metrics, port, '127.0.0.1')
  await eventually(() => fetch(`${url}/metrics`).then(({ ok }) => ok))
})
afterAll(() => close())

describe('the metrics port', () => {
  it('serves counters and gauges with the prefix of the service', async () => {
    const rejected = metrics.counter('refusals_total', 'Refusals', ['reason'])
    rejected.inc({ reason: 'INSUFFICIENT' })
    let depth = 3
    metrics.gauge('queue_depth', 'Waiting', { read: () => depth })
    depth = 5
    const text = await (await fetch(`${url}/metrics?x=1`)).text()
    expect(text).toContain('cascade_accounts_refusals_total{reason="INSUFFICIENT",service="svc-accounts"} 1')
    expect(text).toContain('cascade_accounts_queue_depth{service="svc-accounts"} 5')
  })

  it('answers nothing but GET /metrics', async () => {
    for (const path of ['/', '/metrics/x', '/metricsx', '/livez']) {
      expect([path, (await fetch(url + path)).status]).toEqual([path, 404])
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await fetch(`${url}/metrics`, { method })
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, HEAD'])
    }
  })
})
