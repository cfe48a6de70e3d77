import { toRawRequest } from '@cascade/contracts'
import { approvalTexts } from '@cascade/contracts/accounts'
import { authorityEvent } from '../activities/authority-event'
import type { AccountsDeps } from '../deps'
import type { SideWrite } from '../ledger'
import type { StoredApproval } from './approval-store'
import { faultOf, isBooking, toCall, wasExecuted } from './callable'
import { writeDecision } from './close-request'
import type { ApprovedCall, CallOutcome } from './send-call'

export type Executed = { row: StoredApproval; enrolmentCode?: string | undefined }

/**
 * Executes an approved call under the key of its request, so that a repetition has no effect, with the rights that its
 * requester has now, and stores the outcome.
 * @returns undefined without an outcome: it is repeated once the lease is over
 */
export async function executeCall(deps: AccountsDeps, row: StoredApproval): Promise<Executed | undefined> {
  try {
    return await execute(deps, row)
  } catch (err) {
    deps.logger.warn({ err, approvalId: row._id }, 'approvals: call without outcome, will be repeated')
    return undefined
  }
}

async function execute(deps: AccountsDeps, row: StoredApproval): Promise<Executed | undefined> {
  const fault = await faultOf(deps, row)
  const call = fault === undefined ? toCall(deps, row) : undefined
  if (!call) return { row: await finish(deps, row, { failure: { message: fault ?? approvalTexts.unknownOutcome } }) }
  const outcome = await deps.sendCall(call)
  if (!outcome) return undefined
  const { rejection, isRecorded, enrolmentCode } = outcome
  const failure = rejection && { message: rejection.message, reason: rejection.reason }
  const entry = isRecorded ? undefined : toLogEntry(deps, call, outcome)
  return { row: await finish(deps, row, { failure, entry }), enrolmentCode }
}

type Failure = { message: string; reason?: string | undefined }

/**
 * Stores an outcome, unless there is one. A failure is believed only after a look at what the call would have done: an
 * earlier executor may have died between the effect and its report.
 */
async function finish(
  deps: AccountsDeps,
  row: StoredApproval,
  { failure, entry }: { failure: Failure | undefined; entry?: SideWrite | undefined },
): Promise<StoredApproval> {
  const isDone = failure === undefined || (await wasExecuted(deps, row))
  const set = isDone ? { state: 'approved' as const } : { state: 'failed' as const, ...toReason(row, failure) }
  const finished = await deps.transaction(async tx => {
    const stored = await deps.approvals.finish(row._id, set, tx)
    if (stored) await writeDecision(deps, stored, tx)
    if (stored && entry) await deps.write([entry], tx)
    return stored
  })
  return finished ?? (await deps.approvals.find(row._id)) ?? row
}

function toReason(row: StoredApproval, { message, reason }: Failure) {
  const isDoubtful = !isBooking(row) && (row.attempts ?? 1) > 1
  const text =
    isDoubtful && message !== approvalTexts.unknownOutcome ? `${message} ${approvalTexts.unknownOutcome}` : message
  return { reason: text, ...(reason !== undefined && { reasonCode: reason }) }
}

/** Log entry of an executed call: of its requester, with the name of the second person. */
function toLogEntry(deps: Pick<AccountsDeps, 'now'>, call: ApprovedCall, { rejection, changes }: CallOutcome) {
  const { approvalId, endpoint, path, body, actor, approvedBy } = call
  const sent = toRawRequest(endpoint, path, body === undefined ? {} : JSON.parse(body))
  const accountId = endpoint.audit?.(sent).accountId
  const by = { actor: { ...actor, approvedBy }, requestId: approvalId }
  const object = accountId === undefined ? undefined : { _id: accountId, username: null }
  return authorityEvent(by, {
    endpoint,
    sent,
    url: path.replace(/\?.*/, ''),
    at: deps.now(),
    object,
    changes,
    rejection,
  })
}
