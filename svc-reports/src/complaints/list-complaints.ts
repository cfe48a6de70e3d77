import type { QueryOf } from '@cascade/contracts'
import type { Complaint, reportsApi } from '@cascade/contracts/reports'
import { type Ask, requirePermission } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import type { ComplaintRow } from './complaint-store'

const defaultSize = 10

/** A page of the public's messages, newest first. */
export async function listComplaints(deps: ReportsDeps, { ctx, input }: Ask<QueryOf<typeof reportsApi.complaints>>) {
  requirePermission(ctx, 'complaints.manage')
  const size = input.limit ?? input.size ?? defaultSize
  const currentPage = input.page ?? 1
  const { rows, total } = await deps.complaints.page({
    status: input.status ?? '',
    text: input.q?.trim() ?? '',
    from: (currentPage - 1) * size,
    count: size,
  })
  const pages = { totalComplaints: total, currentPage, totalPages: Math.ceil(total / size), total }
  return { ...pages, data: rows.map(complaintAnswer) }
}

export const complaintAnswer = ({ number: _, by, createdAt, ...complaint }: ComplaintRow): Complaint => ({
  ...complaint,
  by: by && { ...by, at: by.at.toISOString() },
  createdAt: createdAt.toISOString(),
})
