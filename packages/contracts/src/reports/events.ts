import { z } from 'zod'
import { eventOf } from '../event'
import { ComplaintStatus } from './complaints-api'

export const complaintEvents = {
  received: eventOf('reports.complaint.received.v1', z.object({ complaintId: z.string(), enquiryType: z.string() })),
  statusChanged: eventOf(
    'reports.complaint.status-changed.v1',
    z.object({ complaintId: z.string(), before: ComplaintStatus, after: ComplaintStatus }),
  ),
}
