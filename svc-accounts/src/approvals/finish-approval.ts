import { approvalTexts } from '@cascade/contracts/accounts'
import type { AccountsDeps } from '../deps'
import type { StoredApproval } from './approval-store'
import { isBooking, wasExecuted } from './callable'
import { writeDecision } from './close-request'

type Failure = { message: string; reason?: string | undefined }

/**
 * Stores the outcome of an approved call. A failure is believed only after a look at what the call would have done: an earlier executor may have died between
 * the effect and its report.
 * @returns null if there is an outcome already
 */
export async function finishApproval(deps: AccountsDeps, row: StoredApproval, failure: Failure | undefined) {
  const isDone = failure === undefined || (await wasExecuted(deps, row))
  const set = isDone ? { state: 'approved' as const } : { state: 'failed' as const, ...toReason(row, failure) }
  return deps.transaction(async tx => {
    const finished = await deps.approvals.finish(row._id, set, tx)
    if (finished) await writeDecision(deps, finished, tx)
    return finished
  })
}

function toReason(row: StoredApproval, { message, reason }: Failure) {
  const isDoubtful = !isBooking(row) && (row.attempts ?? 1) > 1
  const text =
    isDoubtful && message !== approvalTexts.unknownOutcome ? `${message} ${approvalTexts.unknownOutcome}` : message
  return { reason: text, ...(reason !== undefined && { reasonCode: reason }) }
}
