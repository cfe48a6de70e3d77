import { z } from 'zod'
import { eventOf } from '../event'
import { ComplaintStatus } from './complaints'
import { ClearModel } from './history'

export const complaintEvents = {
  received: eventOf('reports.complaint.received.v1', z.object({ complaintId: z.string(), enquiryType: z.string() })),
  statusChanged: eventOf(
    'reports.complaint.status-changed.v1',
    z.object({ complaintId: z.string(), before: ComplaintStatus, after: ComplaintStatus }),
  ),
}

const cleared = {
  clearingId: z.string(),
  from: z.string(),
  to: z.string(),
  models: z.array(ClearModel),
  at: z.iso.datetime(),
}

/**
 * Below an admin, what these days held at `at` is not shown any more; superadmins go on seeing it. Whoever keeps lists
 * of these models leaves it out of what the admin's subtree reads.
 */
export const HistoryCleared = eventOf('reports.history.cleared.v1', z.object({ adminId: z.string(), ...cleared }))
export type HistoryCleared = z.infer<typeof HistoryCleared>

/** Clearings of an admin that were undone by the import of a backup from before them. */
export const HistoryRestored = eventOf(
  'reports.history.restored.v1',
  z.object({
    adminId: z.string(),
    clearingIds: z.array(z.string()),
    /** All that is cleared from now on; events from before clearings were merged do not have it. */
    clearings: z.array(z.object(cleared)).optional(),
  }),
)
export type HistoryRestored = z.infer<typeof HistoryRestored>
