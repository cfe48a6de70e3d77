import { z } from 'zod'
import { auditAs } from '../audit'
import { endpoint, IdParams, ListQuery, optionalFilter, responseOf } from '../define'
import { EventPerson } from '../event-actor'
import type { ExamplesOf } from '../example'
import { codeText, freeText, nameText } from '../values/text'

export const complaintTexts = {
  enquiryType: 'Enquiry type is required',
  fullName: 'Full Name is required',
  email: 'Email is required',
  emailFormat: 'Please enter a valid email.',
  mobile: 'Mobile number is required',
  mobileFormat: 'Please enter a valid mobile number.',
  details: 'Complaint details are required',
  received: 'Your message was received.',
  statusChanged: 'Status updated successfully.',
  failed: 'An error occurred',
} as const

export const complaintStatuses = ['Pending', 'Completed', 'Cancelled'] as const
export const ComplaintStatus = z.enum(complaintStatuses)
export type ComplaintStatus = z.infer<typeof ComplaintStatus>

const boundedText = (text: z.ZodString, required: string, max: number) =>
  text.min(1, required).max(max, `At most ${max} characters.`)

/** A message; no sign-in required. */
export const NewComplaint = z.strictObject({
  enquiryType: boundedText(freeText(complaintTexts.enquiryType), complaintTexts.enquiryType, 60),
  fullName: boundedText(nameText(complaintTexts.fullName), complaintTexts.fullName, 100),
  email: boundedText(codeText(complaintTexts.email), complaintTexts.email, 200)
    .regex(/^.{1,64}@/, complaintTexts.emailFormat)
    .regex(z.regexes.email, complaintTexts.emailFormat),
  mobile: boundedText(codeText(complaintTexts.mobile), complaintTexts.mobile, 20).regex(
    /^\+?[\d()][\d ()-]{3,17}[\d)]$/,
    complaintTexts.mobileFormat,
  ),
  complaintDetails: boundedText(freeText(complaintTexts.details), complaintTexts.details, 2_000),
})
export type NewComplaint = z.infer<typeof NewComplaint>

export const Complaint = z.object({
  _id: z.string(),
  enquiryType: z.string(),
  fullName: z.string(),
  email: z.string(),
  mobile: z.string(),
  complaintDetails: z.string(),
  status: ComplaintStatus,
  /** Who set the status last, and when; null if nobody has. */
  by: z
    .object({ username: z.string(), role: z.string(), person: EventPerson.optional(), at: z.iso.datetime() })
    .nullable(),
  createdAt: z.iso.datetime(),
})
export type Complaint = z.infer<typeof Complaint>

export const complaintsApi = {
  createComplaint: endpoint({
    id: 'reports.complaint.create',
    domain: 'reports',
    route: 'POST /complaint',
    permission: 'public',
    summary: 'Send a message to the operators; no sign-in required',
    body: NewComplaint,
    response: responseOf(z.object({ _id: z.string() })),
    creates: true,
    audit: auditAs('Message to the operators', 'wrote to the operators'),
  }),
  complaints: endpoint({
    id: 'reports.complaint.list',
    domain: 'reports',
    route: 'GET /complaint',
    permission: 'complaints.manage',
    summary: 'Messages of the public, newest first; 10 per page unless `limit` or `size` is given',
    query: ListQuery.extend({
      sort: z.enum(['createdAt']).optional(),
      limit: z.coerce.number().int().min(1).max(1000).optional(),
      status: optionalFilter(ComplaintStatus),
    }),
    response: responseOf(z.array(Complaint), {
      totalComplaints: z.number().int(),
      currentPage: z.number().int(),
      totalPages: z.number().int(),
      total: z.number().int(),
    }),
  }),
  setComplaintStatus: endpoint({
    id: 'reports.complaint.setStatus',
    domain: 'reports',
    route: 'PATCH /complaint/:id/status',
    permission: 'complaints.manage',
    summary: 'Set the status of a message; all transitions are allowed',
    params: IdParams,
    body: z.strictObject({ status: ComplaintStatus }),
    response: responseOf(Complaint),
    audit: auditAs('Message: status set', 'set the status of a message'),
  }),
}

export const complaintExample: Complaint = {
  _id: 'c1',
  enquiryType: 'Technical',
  fullName: 'Asha Rao',
  email: 'asha@example.com',
  mobile: '+91 98765 43210',
  complaintDetails: 'The result of the last draw did not appear.',
  status: 'Pending',
  by: null,
  createdAt: '2026-01-05T10:00:00.000Z',
}

export const complaintExamples = (): ExamplesOf<typeof complaintsApi> => ({
  fields: { ...complaintExample, id: 'c1', totalComplaints: 1, currentPage: 1, totalPages: 1 },
  createComplaint: { response: { message: complaintTexts.received } },
  complaints: { query: { page: 1, limit: 10, status: 'Pending' } },
  setComplaintStatus: {
    body: { status: 'Completed' },
    response: {
      message: complaintTexts.statusChanged,
      data: {
        ...complaintExample,
        status: 'Completed',
        by: { username: 'admin1', role: 'admin', at: complaintExample.createdAt },
      },
    },
  },
})
