import { randomUUID } from 'node:crypto'
import type { ActivityRecorded } from '@cascade/contracts/gateway'
import type { Actor } from '@cascade/service-kit'
import { oneLine, safeUrl } from './safe-text'

/** What the gateway saw of somebody who did something. */
export type Activity = Pick<ActivityRecorded['data'], 'subject' | 'method' | 'ipAddress' | 'status'> & {
  actor: Actor | undefined
  /** For a failed sign-in, which has no actor. */
  username?: string
  requestUrl: string
  requestId: string
} & Partial<
    Pick<
      ActivityRecorded['data'],
      'code' | 'reason' | 'operation' | 'does' | 'object' | 'target' | 'changes' | 'note' | 'amount' | 'source'
    >
  >

export function activityEventOf(activity: Activity): ActivityRecorded {
  const { actor, subject, requestUrl, method, ipAddress, status, requestId } = activity
  const { code, reason, operation, does, object, target, changes, note, amount, source = 'server' } = activity
  const username = oneLine(actor?.username ?? activity.username ?? '', 64)
  return {
    id: randomUUID(),
    type: 'gateway.activity.recorded.v1',
    at: new Date().toISOString(),
    actor: actor ? { id: actor.accountId, username, role: actor.role } : null,
    correlationId: requestId,
    causationId: null,
    seq: 0,
    data: {
      accountId: actor?.accountId ?? null,
      username,
      subject: oneLine(subject, 200),
      requestUrl: safeUrl(requestUrl),
      method: oneLine(method.toUpperCase(), 10),
      ipAddress,
      status,
      source,
      ...(code ? { code } : {}),
      ...(reason ? { reason } : {}),
      ...(operation ? { operation } : {}),
      ...(does ? { does } : {}),
      ...(object ? { object } : {}),
      ...(target ? { target } : {}),
      ...(changes && changes.length > 0 ? { changes } : {}),
      ...(note ? { note: oneLine(note, 200) } : {}),
      ...(amount === undefined ? {} : { amount }),
    },
  }
}
