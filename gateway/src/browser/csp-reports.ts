import { invalid, type Logger, networkOf, parseInput, parseJson } from '@cascade/service-kit'
import { z } from 'zod'
import { oneLine } from '../activity/safe-text'
import { cspReportsPath, policyDirectives } from '../http/security-headers'
import { createWindowLimit } from '../limits/window-limit'
import { readJsonBody } from '../request/body'
import type { GatewayHono } from '../request/context'
import type { GatewayMetrics } from '../telemetry/metrics'
import { createThrottledLog } from '../telemetry/throttled-log'

const bytesMax = 16 * 1024
const requestsPerMinute = 20

type Violation = { page: string; directive: string; blocked: string }

const text = z.string().default('')
/** Firefox and Safari send one report (CSP 2), Chromium several at once (Reporting API). */
const reportsByType = new Map<string, z.ZodType<Violation[]>>([
  [
    'application/csp-report',
    z
      .object({ 'csp-report': z.object({ 'document-uri': text, 'effective-directive': text, 'blocked-uri': text }) })
      .transform(({ 'csp-report': report }) => [
        { page: report['document-uri'], directive: report['effective-directive'], blocked: report['blocked-uri'] },
      ]),
  ],
  [
    'application/reports+json',
    z
      .array(z.object({ body: z.object({ documentURL: text, effectiveDirective: text, blockedURL: text }) }))
      .transform(reports =>
        reports.map(({ body }) => ({
          page: body.documentURL,
          directive: body.effectiveDirective,
          blocked: body.blockedURL,
        })),
      ),
  ],
])

type CspReportDeps = { logger: Pick<Logger, 'warn'>; metrics: Pick<GatewayMetrics, 'cspViolations'> }

/** Counts and logs what browsers blocked, without full URLs, whose queries may contain secrets. */
export function addCspReportRoute(app: GatewayHono, { logger, metrics }: CspReportDeps): void {
  const limit = createWindowLimit({ callsMax: requestsPerMinute, windowMs: 60_000 })
  const log = createThrottledLog({ error: logger.warn.bind(logger) }, 'a browser blocked content of a page')

  app.post(cspReportsPath, async c => {
    limit(networkOf(c.get('address')))
    const schema = reportsByType.get(c.req.header('content-type')?.split(';')[0]?.trim() ?? '')
    if (!schema) throw invalid('The body must be a report of a content security policy.')
    const json = (await readJsonBody(c.env.incoming, bytesMax)).toString('utf8')
    for (const violation of parseInput(schema, parseJson(json, 'application/json'))) {
      const name = violation.directive.replace(/-(?:elem|attr)$/, '')
      // Any client may send any text to this address.
      const directive = policyDirectives.has(name) ? name : 'other'
      metrics.cspViolations.inc({ directive })
      log({ directive, page: pathOf(violation.page), blocked: sourceOf(violation.blocked) })
    }
    return c.body(null, 204)
  })
}

const pathOf = (url: string) => oneLine(URL.canParse(url) ? new URL(url).pathname : '', 200)

/** Origin or scheme of a URL, or a keyword such as `inline`. */
function sourceOf(blocked: string): string {
  if (!URL.canParse(blocked)) return /^[a-z-]{1,30}$/.test(blocked) ? blocked : 'unknown'
  const { origin, protocol } = new URL(blocked)
  return oneLine(origin === 'null' ? protocol : origin, 200)
}
