import { idempotencyKeyPattern, isExternal } from '@cascade/contracts'
import { ApprovalPending, approvalInternal, approvalTexts, type OpenSession } from '@cascade/contracts/accounts'
import { type AppError, type InternalClient, invalid, parseInput, parseJson } from '@cascade/service-kit'
import { rawRequestOf } from '../activity/activity'
import { keyOf } from '../proxy/proxy'
import { readJsonBody } from '../request/body'
import type { ApiCall } from '../request/context'

/** Placeholder for the requester's password, which the service does not check in an approved call. */
const passwordPlaceholder = 'approved'

export type ApprovalRequests = ReturnType<typeof createApprovalRequests>

/** Stores calls for a second person; the response is then 202. */
export function createApprovalRequests(call: InternalClient) {
  /** @param rejection of the service that has decided; otherwise the policy decides */
  async function request(api: ApiCall, rejection?: AppError): Promise<Response | undefined> {
    const { c, incoming, endpoint, path, requestId, actor } = api
    if (!actor) return undefined
    const sent = await readSent(api)
    const subject = endpoint.approval?.(parseSent(api, sent), actor.accountId)
    if (!subject) return undefined
    const key = keyOf(api) ?? requestId
    if (!idempotencyKeyPattern.test(key)) throw invalid('The Idempotency-Key is not valid.')
    const { note, amount: sentAmount } = endpoint.audit?.(sent) ?? {}
    const { operation = subject.operation, amount = sentAmount, payerId, ...details } = rejection?.errors ?? {}
    const { isSecret = false, ...about } = subject
    const { search } = new URL(incoming.url ?? '', 'http://x')
    const { approvalId } = await call(approvalInternal.request, {
      requestId,
      body: {
        ...about,
        operation: operation as typeof subject.operation,
        ...(amount !== undefined && { amount: Number(amount) }),
        payerId,
        ...(rejection && Object.keys(details).length > 0 && { details }),
        isNeeded: rejection !== undefined,
        isSecret,
        actor,
        key,
        note,
        endpointId: endpoint.id,
        permission: endpoint.permission,
        path: path + search,
        ifMatch: incoming.headers['if-match'],
        ...(endpoint.method !== 'GET' && { body: JSON.stringify(isSecret ? sent.body : withoutPassword(sent.body)) }),
      },
    })
    if (approvalId === undefined) return undefined
    c.header('cache-control', 'no-store')
    return c.json(ApprovalPending.parse({ success: true, message: approvalTexts.waiting, data: { approvalId } }), 202)
  }

  return {
    /**
     * Before a call of a service that does not know the policy.
     * @returns undefined for a call to be executed now
     */
    async before(api: ApiCall, session: OpenSession): Promise<Response | undefined> {
      const { approval, domain, movesPoints } = api.endpoint
      if (!approval || session.approvals.length === 0 || domain === 'accounts' || movesPoints) return undefined
      return isExternal(domain) ? undefined : request(api)
    },
    /** After a service has answered that the call needs a second person. */
    after: (api: ApiCall, rejection: AppError) => request(api, rejection),
  }
}

/** Reads the body once; the proxy forwards what was read. */
async function readSent(api: ApiCall) {
  const { c, incoming, endpoint } = api
  if (endpoint.method === 'GET') return rawRequestOf(api, {})
  const bytes = c.get('requestBody') ?? (await readJsonBody(incoming, endpoint.jsonBytesMax))
  c.set('requestBody', bytes)
  const body = parseJson(bytes.toString('utf8'), incoming.headers['content-type'])
  return rawRequestOf(api, body as Record<string, unknown>)
}

/** Validates like the service, so that a call that cannot succeed is not put up for decision. @throws AppError VALIDATION */
function parseSent({ endpoint }: ApiCall, { params, query, body }: ReturnType<typeof rawRequestOf>) {
  return {
    params: parseInput(endpoint.params, params) as Record<string, string>,
    query: parseInput(endpoint.query, query),
    body: parseInput(endpoint.body, body),
  }
}

const withoutPassword = (body: Readonly<Record<string, unknown>>) =>
  body.password === undefined ? body : { ...body, password: passwordPlaceholder }
