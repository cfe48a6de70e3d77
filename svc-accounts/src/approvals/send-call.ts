import { type AnyEndpoint, type DomainName, domainNames } from '@cascade/contracts'
import { changesHeader, type LoggedChange, LoggedChanges, recordedHeader } from '@cascade/contracts/gateway'
import {
  type Actor,
  type AppError,
  parseRejection,
  requestIdHeader,
  type ServiceContext,
  traceFields,
} from '@cascade/service-kit'
import { z } from 'zod'

/** An approved call, to be executed with the rights of `actor` under the `Idempotency-Key` that it was requested with. */
export type ApprovedCall = {
  approvalId: string
  key: string
  endpoint: AnyEndpoint
  /** With the query, below `/api`. */
  path: string
  body?: string | undefined
  ifMatch?: string | undefined
  actor: Actor
  approvedBy: NonNullable<Actor['approvedBy']>
}

/** The outcome of a call; `isRecorded`: its service has written the log entry. */
export type CallOutcome = {
  rejection: AppError | undefined
  isRecorded: boolean
  changes: LoggedChange[] | undefined
  enrolmentCode: string | undefined
}

/** Timeout of one attempt: two must end before the lease of the approved call expires. */
const timeoutMs = 10_000

/** Fields of the response that the approver gets. */
const Answer = z.object({ enrolmentCode: z.string().optional() })

/**
 * Sends approved calls to their services, with a token of svc-accounts that names requester, approval and second person.
 * The service checks rights and input again; it asks for neither session nor password.
 * @returns a function that returns undefined if the service could not say what became of the call
 */
export function createCallSender({ urls, sign }: Pick<ServiceContext, 'urls' | 'sign'>) {
  async function send(call: ApprovedCall): Promise<CallOutcome | undefined> {
    const { approvalId, key, endpoint, path, body, ifMatch, actor, approvedBy } = call
    const domain = domainNames.find((name): name is DomainName => name === endpoint.domain)
    if (!domain) throw new Error(`${endpoint.id} is not a call of a service`)
    const token = await sign(`svc-${domain}`, { ...actor, approvalId, approvedBy })
    const response = await fetch(`${urls[domain]}/api${path}`, {
      method: endpoint.method,
      headers: {
        ...traceFields(),
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        [requestIdHeader]: approvalId,
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer: unknown = await response.json()
    const rejection = response.ok ? undefined : parseRejection(answer, response.headers.get('retry-after'))
    const hasNoOutcome = response.status >= 500 || response.status === 429 || rejection?.code === 'UNAVAILABLE'
    if (hasNoOutcome || (!response.ok && !rejection)) return undefined
    return {
      rejection,
      isRecorded: response.ok && response.headers.has(recordedHeader),
      changes: parseChanges(response.headers.get(changesHeader)),
      enrolmentCode: Answer.safeParse(answer).data?.enrolmentCode,
    }
  }

  // Once more, because the connection may have been stale.
  return (call: ApprovedCall) => send(call).catch(() => send(call))
}

function parseChanges(header: string | null): LoggedChange[] | undefined {
  if (header === null) return undefined
  return LoggedChanges.parse(JSON.parse(decodeURIComponent(header)))
}
