import { type ApprovalOperation, allEndpoints, can, isWithinRights } from '@cascade/contracts'
import { approvalTexts, type SecurityPolicy } from '@cascade/contracts/accounts'
import { parseDrawId } from '@cascade/contracts/live'
import { bookingIdOf, isInScope, loginIdOf } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { actingPersonOf, findLogin, isActiveLogin, type Login } from '../identity/login'
import { runIdOf } from '../runs/start-run'
import { keyOf, type StoredApproval } from './approval-store'
import type { ApprovedCall } from './send-call'

const endpointsById = new Map(allEndpoints.map(endpoint => [endpoint.id, endpoint]))

/** The call books points: its key has a row in the ledger, which alone says what became of it. */
export const isBooking = ({ endpointId }: Pick<StoredApproval, 'endpointId'>) =>
  endpointsById.get(endpointId)?.movesPoints === true

/** Until when a request about a draw makes sense; undefined for other operations. */
export function drawEndOf(operation: ApprovalOperation, drawId: string | undefined, policy: SecurityPolicy) {
  const drawAtMs = drawId === undefined ? undefined : parseDrawId(drawId)?.drawAtMs
  if (drawAtMs === undefined) return undefined
  return new Date(operation === 'live.correct' ? drawAtMs + policy.correctionHours * 3_600_000 : drawAtMs)
}

/** Results by key are stored for a day: later, a call could be executed again. */
const triesForMs = 12 * 3_600_000

/** Why the call cannot be executed with the requester's present rights; undefined if it can. */
export async function faultOf(deps: AccountsDeps, row: StoredApproval): Promise<string | undefined> {
  const { requester, permission, accountId, operation, drawId, decidedAt } = row
  const now = deps.now()
  if (decidedAt && now.getTime() - decidedAt.getTime() > triesForMs) return approvalTexts.unknownOutcome
  const drawEnd = drawEndOf(operation, drawId, (await deps.policy.read()).policy)
  if (drawEnd && drawEnd <= now) return approvalTexts.drawOver
  const [login, object] = await Promise.all([findLogin(deps, loginIdOf(requester)), deps.accounts.find(accountId)])
  const isAllowed =
    login !== undefined &&
    (await isActiveLogin(deps, login)) &&
    ((permission as string) === 'any' || can(login.account.role, permission)) &&
    (!login.person || (await mayPersonCall(deps, login, row))) &&
    // A deleted object is for the call itself to reject: the deletion may be its own.
    (object === undefined || isInScope(requester, object))
  return isAllowed ? undefined : approvalTexts.rightsLost
}

async function mayPersonCall(deps: AccountsDeps, login: Login, { endpointId }: StoredApproval): Promise<boolean> {
  const person = await actingPersonOf(deps, login)
  const endpoint = endpointsById.get(endpointId)
  return endpoint !== undefined && isWithinRights(person?.rights ?? [], endpoint)
}

/** The approved call as it is sent; undefined if its body can no longer be read. */
export function toCall(deps: Pick<AccountsDeps, 'secretSeal'>, row: StoredApproval): ApprovedCall | undefined {
  const { _id: approvalId, endpointId, path, ifMatch, requester: actor } = row
  const endpoint = endpointsById.get(endpointId)
  const approvedBy = row.approver ?? { id: '', username: row.decidedBy ?? '', role: '' }
  const opened = row.isSealed && row.body !== undefined ? deps.secretSeal.open(approvalId, row.body) : row
  if (!opened || !endpoint) return undefined
  const { body } = opened as { body?: string }
  return { approvalId, key: keyOf(row), endpoint, path, body, ifMatch, actor, approvedBy }
}

/** Whether the call has taken effect, also if its executor died before it could say so. */
export async function wasExecuted(deps: AccountsDeps, row: StoredApproval): Promise<boolean> {
  const { _id, endpointId, accountId, operation } = row
  const { accountId: requesterId } = row.requester
  const key = keyOf(row)
  if (isBooking(row)) return (await deps.ledger.outcome(requesterId, bookingIdOf(requesterId, key))) === 'booked'
  if (endpointId === 'accounts.run.create' || endpointId === 'accounts.creation.create')
    return (await deps.runs.find(runIdOf(requesterId, key))) !== null
  if (operation === 'account.create') return (await deps.creationKeys.find(requesterId, key)) !== undefined
  if (operation === 'policy') return (await deps.policy.read()).approvalId === _id
  return endpointId.endsWith('.remove') && (await deps.accounts.find(accountId)) === undefined
}
