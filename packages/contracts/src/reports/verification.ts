import { z } from 'zod'
import { answerOf, Done, endpoint } from '../define'
import type { ExamplesOf } from '../example'
import { tell } from '../tell'

/** How far the figures are verified against the ledger, and the number of discrepancies. */
export const Verified = z.object({
  upTo: z.iso.datetime().nullable(),
  /** Age of `upTo` at response time. */
  ageSeconds: z.number().int().nullable().optional(),
  faults: z.number().int(),
})
export type Verified = z.infer<typeof Verified>

export const verifiedExample: Verified = { upTo: '2026-01-05T10:00:00.000Z', ageSeconds: 720, faults: 0 }

/** A discrepancy between a projection and its source events. */
export const Fault = z.object({
  /** The affected document, e.g. `figures/a1>s1|2026-03`. */
  _id: z.string(),
  /** Description of the discrepancy. */
  what: z.string(),
  /** First seen. */
  since: z.iso.datetime(),
})
export type Fault = z.infer<typeof Fault>

export const Verification = Verified.extend({
  /** At most 100. */
  found: z.array(Fault),
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
    call: 'GET /reports/verification',
    may: 'ledger.verify',
    summary: 'How far reports are verified against their source events, and the discrepancies',
    answer: answerOf(Verification),
  }),
  verify: endpoint({
    id: 'reports.verification.start',
    domain: 'reports',
    call: 'POST /reports/verification',
    may: 'ledger.verify',
    summary: 'Verify everything again, from the first event on',
    answer: Done,
    tell: tell('Verification of reports started', 'started the verification of the reports'),
  }),
  rebuild: endpoint({
    id: 'reports.view.rebuild',
    domain: 'reports',
    call: 'POST /reports/rebuild',
    may: 'ledger.verify',
    summary: 'Rebuild the reports from the first event on, next to those in use, then switch over',
    answer: Done,
    tell: tell('Reports built anew', 'had the reports built anew'),
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
