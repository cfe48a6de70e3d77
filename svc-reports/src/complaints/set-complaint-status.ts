import { type ComplaintStatus, complaintEvents, complaintTexts } from '@cascade/contracts/reports'
import { type Ask, newEvent, notFound, requirePermission, tellChanges } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { complaintAnswer } from './list-complaints'

/** Sets the status of a message. @throws AppError NOT_FOUND */
export async function setComplaintStatus(
  deps: ReportsDeps,
  { ctx, input: { id, status } }: Ask<{ id: string; status: ComplaintStatus }>,
) {
  requirePermission(ctx, 'complaints.manage')
  const { username, role } = ctx.actor
  const by = { username, role, at: deps.now() }
  return deps.transaction(async tx => {
    const before = await deps.complaints.setStatus(id, status, by, tx)
    if (!before) throw notFound()
    const change = { complaintId: id, before: before.status, after: status }
    await deps.writeEvents([newEvent(complaintEvents.statusChanged, change, ctx)], tx)
    tellChanges(ctx, [{ field: 'status', before: before.status, after: status }])
    return { message: complaintTexts.statusChanged, data: complaintAnswer({ ...before, status, by }) }
  })
}
