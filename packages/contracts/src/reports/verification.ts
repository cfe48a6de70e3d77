import { z } from 'zod'
import { auditAs } from '../audit'
import { endpoint, responseOf, SuccessResponse } from '../define'
import type { ExamplesOf } from '../example'

/** How far the figures are verified against the ledger, and the number of discrepancies. */
export const VerificationStatus = z.object({
  upTo: z.iso.datetime().nullable(),
  /** Age of `upTo` at response time. */
  ageSeconds: z.number().int().nullable().optional(),
  faults: z.number().int(),
})
export type VerificationStatus = z.infer<typeof VerificationStatus>

export const verifiedExample: VerificationStatus = { upTo: '2026-01-05T10:00:00.000Z', ageSeconds: 720, faults: 0 }

/** A discrepancy between a projection and its source events. */
export const Discrepancy = z.object({
  /** The affected document, e.g. `figures/a1>s1|2026-03`. */
  _id: z.string(),
  /** Description of the discrepancy. */
  what: z.string(),
  /** First seen. */
  since: z.iso.datetime(),
})
export type Discrepancy = z.infer<typeof Discrepancy>

export const Verification = VerificationStatus.extend({
  /** At most 100. */
  found: z.array(Discrepancy),
  /** A running verification: events read, and their total. */
  running: z.object({ read: z.number().int(), of: z.number().int() }).nullable(),
  /** A running rebuild of the projections, next to those in use. */
  building: z.object({ startedAt: z.iso.datetime(), reason: z.string() }).nullable(),
})
export type Verification = z.infer<typeof Verification>

export const verificationApi = {
  verification: endpoint({
    id: 'reports.verification.read',
    domain: 'reports',
    route: 'GET /reports/verification',
    permission: 'ledger.verify',
    summary: 'How far reports are verified against their source events, and the discrepancies',
    response: responseOf(Verification),
  }),
  verify: endpoint({
    id: 'reports.verification.start',
    domain: 'reports',
    route: 'POST /reports/verification',
    permission: 'ledger.verify',
    summary: 'Verify everything again, from the first event on',
    response: SuccessResponse,
    audit: auditAs('Verification of reports started', 'started the verification of the reports'),
  }),
  rebuild: endpoint({
    id: 'reports.view.rebuild',
    domain: 'reports',
    route: 'POST /reports/rebuild',
    permission: 'ledger.verify',
    summary: 'Rebuild the reports from the first event on, next to those in use, then switch over',
    response: SuccessResponse,
    audit: auditAs('Reports built anew', 'had the reports built anew'),
  }),
}

export const verificationExamples = (): ExamplesOf<typeof verificationApi> => ({
  fields: {
    ...verifiedExample,
    faults: 1,
    _id: 'figures/a1>s1|2026-01',
    what: 'play is 10.00, and not 12.00',
    since: '2026-01-05T10:00:00.000Z',
  },
})
