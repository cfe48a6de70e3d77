import { z } from 'zod'
import { defineEvent } from '../event'
import { CaseParty } from './cases'
import { ClearModel } from './clearings'
import { ComplaintStatus } from './complaints'

export const complaintEvents = {
  received: defineEvent(
    'reports.complaint.received.v1',
    z.object({ complaintId: z.string(), enquiryType: z.string() }),
  ),
  statusChanged: defineEvent(
    'reports.complaint.status-changed.v1',
    z.object({ complaintId: z.string(), before: ComplaintStatus, after: ComplaintStatus }),
  ),
}

const caseFields = z.object({
  caseId: z.string(),
  number: z.number().int(),
  subject: z.string(),
  account: CaseParty,
  /** The account directly above; null for a superadmin. */
  parentId: z.string().nullable(),
  assigneeId: z.string().nullable(),
})

/** Cases of accounts; a message of the public is `complaintEvents.received`. */
export const caseEvents = {
  opened: defineEvent('reports.case.opened.v1', caseFields),
  answered: defineEvent('reports.case.answered.v1', caseFields),
}

/** The mail of a schedule was given up; it goes on with its next period. `accountId` is the id of its login. */
export const ScheduleFailed = defineEvent(
  'reports.schedule.failed.v1',
  z.object({ scheduleId: z.string(), accountId: z.string(), report: z.string(), from: z.string(), to: z.string() }),
)

const cleared = {
  clearingId: z.string(),
  from: z.string(),
  to: z.string(),
  models: z.array(ClearModel),
  at: z.iso.datetime(),
}

/**
 * The rows of these days up to `at` are hidden below an admin; superadmins still see them. Consumers that store lists
 * of these models must omit the rows for the admin's subtree.
 */
export const HistoryCleared = defineEvent('reports.history.cleared.v1', z.object({ adminId: z.string(), ...cleared }))
export type HistoryCleared = z.infer<typeof HistoryCleared>

/** Clearings of an admin that were undone by restoring an older backup. */
export const HistoryRestored = defineEvent(
  'reports.history.restored.v1',
  z.object({
    adminId: z.string(),
    /** All clearings still in force. */
    clearings: z.array(z.object(cleared)),
  }),
)
export type HistoryRestored = z.infer<typeof HistoryRestored>
