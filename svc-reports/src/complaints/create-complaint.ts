import { complaintEvents, complaintTexts, type NewComplaint } from '@cascade/contracts/reports'
import { type Actor, type Ask, newEvent } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'

/** Keeps a message of the public. Anybody may send one; the gateway limits how many. */
export async function createComplaint(deps: ReportsDeps, { ctx, input }: Ask<NewComplaint, Actor | undefined>) {
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
