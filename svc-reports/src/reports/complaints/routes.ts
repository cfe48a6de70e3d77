import type { QueryOf } from '@cascade/contracts'
import {
  type Complaint,
  type ComplaintStatus,
  complaintEvents,
  complaintTexts,
  type NewComplaint,
  reportsApi,
} from '@cascade/contracts/reports'
import {
  type Actor,
  auditChanges,
  type Call,
  newEvent,
  notFound,
  personOf,
  type Routes,
  requirePermission,
  toPageWindow,
} from '@cascade/service-kit'
import type { ReportsDeps } from '../../deps'
import { type ComplaintRow, isPublic } from './complaint-store'

export const complaintRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.createComplaint, ({ ctx, body }) => createComplaint(deps, { ctx, input: body }))
  serve(reportsApi.complaints, ({ ctx, query }) => listComplaints(deps, { ctx, input: query }))
  serve(reportsApi.setComplaintStatus, ({ ctx, params, body }) =>
    setComplaintStatus(deps, { ctx, input: { id: params.id, status: body.status } }),
  )
}

/** Stores a message from the public. The gateway limits their rate. */
async function createComplaint(deps: ReportsDeps, { ctx, input }: Call<NewComplaint, Actor | undefined>) {
  const _id = deps.newId()
  const complaint = { _id, ...input, status: 'Pending' as const, by: null, createdAt: deps.now() }
  await deps.transaction(async tx => {
    await deps.complaints.insert(complaint, tx)
    const { requestId } = ctx
    const data = { complaintId: _id, enquiryType: input.enquiryType }
    await deps.writeEvents([newEvent(complaintEvents.received, data, { requestId })], tx)
  })
  return { message: complaintTexts.received, data: { _id } }
}

async function listComplaints(deps: ReportsDeps, { ctx, input }: Call<QueryOf<typeof reportsApi.complaints>>) {
  requirePermission(ctx, 'complaints.manage')
  const currentPage = input.page ?? 1
  const { from, count } = toPageWindow({ page: currentPage, size: input.limit ?? input.size })
  const match = {
    ...(input.status && { status: input.status }),
    ...(input.q && (await deps.complaints.matching(input.q))),
  }
  const { rows, total } = await deps.complaints.page({ scope: isPublic, match, from, count })
  const pages = { totalComplaints: total, currentPage, totalPages: Math.ceil(total / count), total }
  return { ...pages, data: rows.map(toComplaint) }
}

const toComplaint = (row: ComplaintRow): Complaint => ({
  _id: row._id,
  enquiryType: row.enquiryType,
  fullName: row.fullName,
  email: row.email,
  mobile: row.mobile,
  complaintDetails: row.complaintDetails,
  status: row.status,
  by: row.by && { ...row.by, at: row.by.at.toISOString() },
  createdAt: row.createdAt.toISOString(),
})

/** @throws AppError NOT_FOUND */
async function setComplaintStatus(
  deps: ReportsDeps,
  { ctx, input: { id, status } }: Call<{ id: string; status: ComplaintStatus }>,
) {
  requirePermission(ctx, 'complaints.manage')
  const { username, role } = ctx.actor
  const by = { username, role, ...personOf(ctx.actor), at: deps.now() }
  return deps.transaction(async tx => {
    const before = await deps.complaints.setStatus(id, status, by, tx)
    if (!before) throw notFound()
    const change = { complaintId: id, before: before.status, after: status }
    await deps.writeEvents([newEvent(complaintEvents.statusChanged, change, ctx)], tx)
    auditChanges(ctx, [{ field: 'status', before: before.status, after: status }])
    return { message: complaintTexts.statusChanged, data: toComplaint({ ...before, status, by }) }
  })
}
