import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountApi } from '@cascade/contracts/accounts'
import { demoPassword, hasChromium, type Suite, startSuite } from '@cascade/dev'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { findRow } from '../../support/accounts-screen'
import { apiAt } from '../../support/api'
import { launchChromium } from '../../support/browser/launch-chromium'
import { sendCredit } from '../../support/credit-screen'
import { signIn } from '../../support/sign-in'
import { createAccount } from '../../support/world'
import { type ReceivedSpan, startCollector } from './collector'

const patience = { timeout: 60_000, interval: 200 }
const hasBrowser = await hasChromium()

let folder: string
let collector: Awaited<ReturnType<typeof startCollector>>
let suite: Suite
const lines: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-traces-'))
  collector = await startCollector()
  suite = await startSuite({
    dataDir: folder,
    port: 0,
    seed: 'none',
    build: false,
    logLevel: 'debug',
    onLine: (_process, line) => lines.push(line),
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, RATE_IN_FLIGHT_PER_SESSION: '1000' },
  })
})
afterAll(async () => {
  await suite?.stop()
  collector?.stop()
  await rm(folder, { recursive: true, force: true })
})

const of =
  (requestId: string) =>
  ({ attributes }: ReceivedSpan) =>
    [attributes.get('requestId')].flat().includes(requestId)

function spanPathTo(span: ReceivedSpan): string[] {
  const parent = collector.spans.find(({ spanId }) => spanId === span.parentSpanId)
  if (span.parentSpanId && !parent) throw new Error(`parent span of ${span.name} missing`)
  return [...(parent ? spanPathTo(parent) : []), `${span.service}: ${span.name}`]
}

describe('the tracing', () => {
  it('shows a transfer as one tree from the browser to the reports', { skip: !hasBrowser }, async () => {
    const api = apiAt(suite.url)
    const superadmin = await api.login('superadmin')
    const body = { toUserId: superadmin.user._id, transferAmount: 1_000, password: demoPassword } as never
    await api.call(accountApi.superadmin.transfer, superadmin, { body })
    const { username } = await createAccount(api, superadmin, 'admin', superadmin.user._id)

    const browser = await launchChromium()
    const page = await browser.newPage()
    await signIn(page, 'superadmin', suite.url)
    await page.goto(`${suite.url}/superadmin/admin`)
    await (await findRow(page, username)).getByRole('link', { name: /^Credit Transfer/ }).click()
    const answered = page.waitForResponse(response => response.url().includes('/admins/credit-transfer'))
    await sendCredit(page, '12.34')
    const requestId = String((await answered).headers()['x-request-id'])
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

    await vi.waitFor(() => {
      const paths = collector.spans.filter(of(requestId)).map(span => spanPathTo(span).join(' > '))
      const call = ['browser', 'gateway', 'svc-accounts']
        .map(service => `${service}: accounts.admin.transfer`)
        .join(' > ')
      const last = 'svc-accounts: ledger batch > svc-reports: projection reports-g1:accounts.credit'
      expect(paths).toContain(`${call} > ${last}`)
    }, patience)
    await browser.close()
    const tree = collector.spans.filter(of(requestId))
    expect(new Set(tree.map(({ traceId }) => traceId)).size).toBe(1)
    for (const { name, startTimeUnixNano, endTimeUnixNano } of tree) {
      expect(endTimeUnixNano >= startTimeUnixNano, name).toBe(true)
    }
    const logged = lines.flatMap(line => (line.includes(requestId) ? [JSON.parse(line) as object] : []))
    expect(new Set(logged.map(line => ('traceId' in line ? line.traceId : undefined)))).toEqual(
      new Set([tree[0]?.traceId]),
    )
  })

  it('links a ledger batch span to all calls in the batch', async () => {
    const api = apiAt(suite.url)
    const superadmin = await api.login('superadmin')
    const body = { toUserId: superadmin.user._id, transferAmount: 1, password: demoPassword } as never
    await Promise.all(Array.from({ length: 30 }, () => api.call(accountApi.superadmin.transfer, superadmin, { body })))
    await vi.waitFor(() => {
      const shared = collector.spans.filter(({ name, links }) => name === 'ledger batch' && links.length > 0)
      expect(shared.length).toBeGreaterThan(0)
      for (const { attributes, links, parentSpanId } of shared) {
        const callers = [parentSpanId, ...links.map(({ spanId }) => spanId)].map(id =>
          collector.spans.find(({ spanId }) => spanId === id),
        )
        expect(callers.map(caller => caller?.attributes.get('requestId'))).toEqual(attributes.get('requestId'))
      }
    }, patience)
  })

  it('starts no trace for background work', () => {
    const first = collector.spans.filter(({ parentSpanId }) => !parentSpanId)
    expect([...new Set(first.map(({ service }) => service))].sort()).toEqual(['browser', 'gateway'])
    expect(collector.spans.filter(({ attributes }) => !attributes.has('requestId'))).toEqual([])
  })
})
