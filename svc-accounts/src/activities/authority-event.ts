import { randomUUID } from 'node:crypto'
import { type AnyEndpoint, type RawRequest, statusByCode } from '@cascade/contracts'
import { AuthorityChanged } from '@cascade/contracts/accounts'
import { type ActivityRecorded, type LoggedChange, recordedHeader } from '@cascade/contracts/gateway'
import { type Actor, type AppError, type Ctx, newEvent, personOf } from '@cascade/service-kit'
import { eventWrite, type SideWrite } from '../ledger'

type Act = {
  by: { actor: Actor; requestId: string }
  endpoint: AnyEndpoint
  /** The call as the log words it; default: nothing sent. */
  sent?: Partial<RawRequest>
  /** Below `/api`; default: the path of the endpoint. */
  url?: string
  at: Date
  object?: { _id: string; username: string | null } | undefined
  changes?: readonly LoggedChange[] | undefined
  rejection?: AppError | undefined
}
type By = Act['by']

/** Log entry of a call, worded by its contract. */
export function toActivity({ by, endpoint, sent, url = endpoint.path, at, object, changes, rejection }: Act) {
  const { accountId, username, role, ipAddress, approvedBy } = by.actor
  const wording = endpoint.audit?.({ params: {}, query: {}, body: {}, ...sent })
  return {
    id: randomUUID(),
    type: 'gateway.activity.recorded.v1',
    at: at.toISOString(),
    actor: { id: accountId, username, role },
    correlationId: by.requestId,
    causationId: null,
    seq: 0,
    data: {
      accountId,
      username,
      ...personOf(by.actor),
      subject: wording?.subject ?? endpoint.summary,
      requestUrl: `/api${url}`,
      method: endpoint.method,
      ipAddress,
      status: rejection ? statusByCode[rejection.code] : endpoint.status,
      source: 'server',
      operation: endpoint.id,
      does: wording?.does,
      target: wording?.target,
      object: object && { accountId: object._id, username: object.username },
      ...(rejection && { code: rejection.code, reason: rejection.reason }),
      ...(changes && changes.length > 0 && { changes: [...changes] }),
      note: wording?.note,
      amount: wording?.amount,
      approvedBy: approvedBy?.username,
    },
  } satisfies ActivityRecorded
}

type Recorded = Omit<Act, 'by'>

/** Log entry of a change of authority, to be committed with it. */
export const authorityEvent = (by: By, act: Recorded): SideWrite =>
  eventWrite(newEvent(AuthorityChanged, { activities: [toActivity({ ...act, by })] }, by), act.at)

/** Like `authorityEvent`, for a call that the gateway would record otherwise. */
export function authorityWrite(ctx: By & Pick<Ctx, 'setHeader'>, act: Recorded): SideWrite {
  ctx.setHeader(recordedHeader, 'true')
  return authorityEvent(ctx, act)
}
