import { randomUUID } from 'node:crypto'
import { type AnyEndpoint, type AuditEntry, type RawRequest, toRawRequest, type Viewer } from '@cascade/contracts'
import { type ActivityRecorded, type LoggedChange, LoggedChanges } from '@cascade/contracts/gateway'
import { type Actor, nameOfActor, personOf } from '@cascade/service-kit'
import { oneLine, safeUrl } from './safe-text'

type Data = ActivityRecorded['data']

export type Activity = Pick<Data, 'subject' | 'requestUrl' | 'method' | 'ipAddress' | 'status'> &
  Partial<Data> & {
    actor: Actor | undefined
    requestId: string
    /** A read of the log: reads of one session are combined into one entry. */
    isRead?: boolean
  }

export function toActivityEvent(activity: Activity, at: Date): ActivityRecorded {
  const { requestUrl, subject, method, ipAddress, status, requestId, source = 'server' } = activity
  const { code, reason, operation, object, target, changes, note, amount, approvedBy } = activity
  const { actor, does } = actOf(activity)
  const username = oneLine(actor?.username ?? activity.username ?? '', 64)
  return {
    id: randomUUID(),
    type: 'gateway.activity.recorded.v1',
    at: at.toISOString(),
    actor: actor ? { id: actor.id, username, role: actor.role } : null,
    correlationId: requestId,
    causationId: null,
    seq: 0,
    data: {
      accountId: actor?.id ?? null,
      username,
      ...(actor && personOf(actor)),
      subject: oneLine(subject, 200),
      requestUrl: safeUrl(requestUrl),
      method: oneLine(method.toUpperCase(), 10),
      ...{ ipAddress, status, source, code, reason, operation, does, object, target, amount, approvedBy },
      ...(changes && changes.length > 0 ? { changes } : {}),
      ...(note ? { note: oneLine(note, 200) } : {}),
    },
  }
}

/** A session that views as another login acts for the viewer. */
function actOf({ actor, does, subject }: Activity): { actor?: Viewer; does?: string | undefined } {
  if (!actor) return { does }
  if (actor.viewer) return { actor: actor.viewer, does: `${does ?? subject} as ${nameOfActor(actor)}` }
  return { actor: { id: actor.accountId, username: actor.username, role: actor.role, ...personOf(actor) }, does }
}

/** `path` without the query, `incoming.url` with it. */
type Sent = { endpoint: AnyEndpoint; path: string; incoming: { url?: string | undefined } }

/**
 * Audit wording of a call, from its contract. The request body is unvalidated here; only plain ids and amounts are
 * read.
 */
export const auditOf = (sent: Sent, sentBody: Buffer | undefined): AuditEntry =>
  sent.endpoint.audit?.(rawRequestOf(sent, parseObject(sentBody))) ?? { subject: sent.endpoint.summary }

/** Path parameters and query as text, with a body. */
export const rawRequestOf = ({ endpoint, path, incoming }: Sent, body: Record<string, unknown>): RawRequest =>
  toRawRequest(endpoint, path + new URL(incoming.url ?? '', 'http://x').search, body)

export function parseChanges(header: string | string[] | undefined): LoggedChange[] | undefined {
  if (typeof header !== 'string') return undefined
  try {
    return LoggedChanges.parse(JSON.parse(decodeURIComponent(header)))
  } catch {
    return undefined
  }
}

export function createdAccountOf(answer: Buffer | undefined): { accountId: string; username: string } | undefined {
  const { data } = parseObject(answer)
  if (typeof data !== 'object' || data === null) return undefined
  const { _id, username } = data as { _id?: unknown; username?: unknown }
  return typeof _id === 'string' && typeof username === 'string' ? { accountId: _id, username } : undefined
}

function parseObject(bytes: Buffer | undefined): Record<string, unknown> {
  if (!bytes || bytes.length === 0) return {}
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
