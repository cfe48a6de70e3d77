import { allEndpoints } from '@cascade/contracts'
import {
  type Approval,
  type ApprovalOrder,
  approvalApi,
  approvalInternal,
  approvalTexts,
} from '@cascade/contracts/accounts'
import { changesHeader } from '@cascade/contracts/gateway'
import {
  AppError,
  type Background,
  type InternalClient,
  type Logger,
  parseRejection,
  startLoop,
  type TokenSigner,
  traceFields,
} from '@cascade/service-kit'
import { auditOf, parseChanges, rawRequestOf } from '../activity/activity'
import type { ActivityLog } from '../activity/activity-log'
import { type OwnEndpoints, requireActor } from '../proxy/own-endpoints'
import { readAll, requestUpstream, type Upstreams } from '../proxy/upstream'

type Deps = {
  call: InternalClient
  upstreams: Upstreams
  sign: TokenSigner
  activity: Pick<ActivityLog, 'record'>
  logger: Logger
}

/** Even with the repetition on a stale connection shorter than the lease of an order. */
const timeoutMs = 10_000
const everyMs = 5_000

const endpointsById = new Map(allEndpoints.map(endpoint => [endpoint.id, endpoint]))

export type ApprovedCalls = ReturnType<typeof createApprovedCalls>

/** Executes approved calls with the requester's rights. */
export function createApprovedCalls({ call, upstreams, sign, activity, logger }: Deps) {
  /**
   * Executes an order under its id as the key, so that a repetition has no effect, and stores the outcome.
   * @returns undefined without an outcome; another round repeats it
   */
  async function execute(order: ApprovalOrder): Promise<Approval | undefined> {
    try {
      const { approvalId } = order
      const { status, rejection, changes } = await send(order)
      const isUnknown = status >= 500 || status === 429 || rejection?.code === 'UNAVAILABLE'
      if (isUnknown) return undefined
      const failure = status < 400 ? undefined : (rejection?.message ?? String(status))
      const { approval, isFirst } = await call(approvalInternal.finish, { body: { approvalId, status, failure } })
      if (isFirst) record(order, { status, code: rejection?.code, reason: rejection?.reason, changes })
      return approval
    } catch (err) {
      logger.warn({ err, approvalId: order.approvalId }, 'approved call without outcome, will be repeated')
      return undefined
    }
  }

  async function send({ approvalId, endpointId, path, body, ifMatch, actor }: ApprovalOrder) {
    const { domain, method } = endpointOf(endpointId)
    const upstream = upstreams.get(domain)
    if (!upstream) throw new Error(`${endpointId} is not a call of a service`)
    const token = await sign(upstream.audience, { ...actor, approvalId })
    const bytes = body === undefined ? undefined : Buffer.from(body)
    const answer = await requestUpstream({
      url: new URL(`${upstream.url}/api${path}`),
      method,
      headers: {
        ...traceFields(),
        authorization: `Bearer ${token}`,
        'idempotency-key': approvalId,
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
      },
      body: bytes,
      timeoutMs,
      repeatable: true,
      changes: true,
    })
    const { statusCode: status = 0, headers } = answer
    const content = await readAll(answer)
    const rejection = status < 400 ? undefined : parseRejection(parse(content), headers['retry-after'])
    return { status, rejection, changes: parseChanges(headers[changesHeader]) }
  }

  type Outcome = Pick<Parameters<ActivityLog['record']>[0], 'status' | 'code' | 'reason' | 'changes'>

  function record({ approvalId, endpointId, path, body, actor, approvedBy }: ApprovalOrder, outcome: Outcome) {
    const endpoint = endpointOf(endpointId)
    const sent = { endpoint, path: path.replace(/\?.*/, ''), incoming: { url: path } }
    const { accountId, ...audit } = auditOf(sent, body === undefined ? undefined : Buffer.from(body))
    const object = accountId === undefined ? undefined : { accountId, username: null }
    const where = { requestUrl: `/api${path}`, method: endpoint.method, ipAddress: actor.ipAddress }
    activity.record({
      actor,
      operation: endpointId,
      ...audit,
      object,
      ...where,
      ...outcome,
      approvedBy,
      requestId: approvalId,
    })
  }

  return {
    execute,
    /** Repeats calls whose gateway ended, or which had no outcome. */
    start(): Background {
      const round = async () => {
        const { orders } = await call(approvalInternal.claim, { body: {} })
        await Promise.all(orders.map(execute))
        return undefined
      }
      const isExpected = (error: unknown) => error instanceof AppError && error.code === 'UNAVAILABLE'
      return startLoop(round, { everyMs, logger, name: 'approved calls', isExpected })
    },
  }
}

/** The gateway decides in favour, because it executes the call. */
export function addApproveEndpoint(
  { serve }: Pick<OwnEndpoints, 'serve'>,
  { call, execute }: { call: InternalClient; execute: ApprovedCalls['execute'] },
): void {
  serve(approvalApi.approve, async ({ ctx }) => {
    const { params } = rawRequestOf(ctx, {})
    const body = { approvalId: params.id ?? '', actor: requireActor(ctx) }
    const { approval, order } = await call(approvalInternal.approve, { body, requestId: ctx.requestId })
    const data = (order && (await execute(order))) ?? approval
    if (data.state === 'failed') return { message: approvalTexts.failed, data }
    return { message: data === approval ? approvalTexts.running : approvalTexts.approved, data }
  })
}

function endpointOf(id: string) {
  const endpoint = endpointsById.get(id)
  if (!endpoint) throw new Error(`There is no call ${id}.`)
  return endpoint
}

function parse(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    return undefined
  }
}
