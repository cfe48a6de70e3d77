import { reportsApi } from '@cascade/contracts/reports'
import type { Routes } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { createComplaint } from './create-complaint'
import { listComplaints } from './list-complaints'
import { setComplaintStatus } from './set-complaint-status'

export const complaintRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.createComplaint, ({ ctx, body }) => createComplaint(deps, { ctx, input: body }))
  serve(reportsApi.complaints, ({ ctx, query }) => listComplaints(deps, { ctx, input: query }))
  serve(reportsApi.setComplaintStatus, ({ ctx, params, body }) =>
    setComplaintStatus(deps, { ctx, input: { id: params.id, status: body.status } }),
  )
}
