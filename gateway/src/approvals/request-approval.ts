import { idempotencyKeyPattern } from '@cascade/contracts'
import { ApprovalPending, approvalInternal, approvalTexts, type OpenSession } from '@cascade/contracts/accounts'
import { type InternalClient, invalid, parseInput, parseJson } from '@cascade/service-kit'
import { rawRequestOf } from '../activity/activity'
import { readJsonBody } from '../request/body'
import type { ApiCall } from '../request/context'

/** Placeholder for the password, which the service does not check in an approved call. */
const passwordPlaceholder = 'approved'

/**
 * Stores a call for a second person where the policy asks for one.
 * @returns the response 202; undefined for a call to be executed now
 */
export function createApprovalRequests(call: InternalClient) {
  return async (api: ApiCall, session: OpenSession): Promise<Response | undefined> => {
    const { c, incoming, endpoint, path, requestId, actor } = api
    if (!endpoint.approval || !actor || session.approvals.length === 0) return undefined
    const sent = await readSent(api)
    const subject = endpoint.approval(parseSent(api, sent), actor.accountId)
    if (!subject || !session.approvals.includes(subject.operation)) return undefined
    const key = incoming.headers['idempotency-key']?.toString() ?? requestId
    if (!idempotencyKeyPattern.test(key)) throw invalid('The Idempotency-Key is not valid.')
    const { password, ...body } = sent.body as Record<string, unknown>
    const note = endpoint.audit?.(sent).note
    const { search } = new URL(incoming.url ?? '', 'http://x')
    const { approvalId } = await call(approvalInternal.request, {
      requestId,
      body: {
        ...subject,
        actor,
        key,
        note,
        endpointId: endpoint.id,
        permission: endpoint.permission,
        path: path + search,
        ifMatch: incoming.headers['if-match'],
        ...(endpoint.method !== 'GET' && {
          body: JSON.stringify(password === undefined ? body : { ...body, password: passwordPlaceholder }),
        }),
        ...(typeof password === 'string' && { password }),
      },
    })
    if (approvalId === undefined) return undefined
    c.header('cache-control', 'no-store')
    return c.json(ApprovalPending.parse({ success: true, message: approvalTexts.waiting, data: { approvalId } }), 202)
  }
}

/** Reads the body once; the proxy forwards what was read. */
async function readSent(api: ApiCall) {
  const { c, incoming, endpoint } = api
  if (endpoint.method === 'GET') return rawRequestOf(api, {})
  const bytes = await readJsonBody(incoming, endpoint.jsonBytesMax)
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
