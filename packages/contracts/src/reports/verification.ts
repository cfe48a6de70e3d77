import { z } from 'zod'
import { answerOf, Done, endpoint } from '../define'
import type { ExamplesOf } from '../example'
import { tell } from '../tell'

/** How far the figures were compared with the ledger, and how many differences there are. */
export const Verified = z.object({
  upTo: z.iso.datetime().nullable(),
  /** How long ago that was when this was answered. */
  ageSeconds: z.number().int().nullable().optional(),
  faults: z.number().int(),
})
export type Verified = z.infer<typeof Verified>

export const verifiedExample: Verified = { upTo: '2026-01-05T10:00:00.000Z', ageSeconds: 720, faults: 0 }

/** A difference between a view and what it was made of. */
export const Fault = z.object({
  /** The document that is wrong, e.g. `figures/a1>s1|2026-03`. */
  _id: z.string(),
  /** What is wrong with it, in words. */
  what: z.string(),
  /** When it was found first. */
  since: z.iso.datetime(),
})
export type Fault = z.infer<typeof Fault>

export const Verification = Verified.extend({
  /** A hundred at most. */
  found: z.array(Fault),
  /** A verification that is under way: events read, of so many. */
  running: z.object({ read: z.number().int(), of: z.number().int() }).nullable(),
  /** Views that are built anew beside those in use. */
  building: z.object({ startedAt: z.iso.datetime(), reason: z.string() }).nullable(),
})
export type Verification = z.infer<typeof Verification>

export const verificationApi = {
  verification: endpoint({
    id: 'reports.verification.read',
    domain: 'reports',
    call: 'GET /reports/verification',
    may: 'ledger.verify',
    summary: 'How far reports were compared with the events they are made of, and what differs',
    answer: answerOf(Verification),
  }),
  verify: endpoint({
    id: 'reports.verification.start',
    domain: 'reports',
    call: 'POST /reports/verification',
    may: 'ledger.verify',
    summary: 'Compare everything again, from the first event on',
    answer: Done,
    tell: tell('Verification of reports started', 'started the verification of the reports'),
  }),
  rebuild: endpoint({
    id: 'reports.view.rebuild',
    domain: 'reports',
    call: 'POST /reports/rebuild',
    may: 'ledger.verify',
    summary: 'Build the reports anew from the first event on, beside those in use, and then switch to them',
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
