import { allEndpoints } from '@cascade/contracts'
import {
  type Approval,
  type ApprovedCall,
  approvalApi,
  approvalInternal,
  approvalTexts,
} from '@cascade/contracts/accounts'
import { changesHeader, recordedHeader } from '@cascade/contracts/gateway'
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
import { z } from 'zod'
import { auditOf, parseChanges, rawRequestOf } from '../activity/activity'
import type { ActivityLog } from '../activity/activity-log'
import { readAll, requestUpstream, type Upstreams } from '../proxy/upstream'
import { type OwnEndpoints, requireActor } from '../request/own-endpoints'

type Deps = {
  call: InternalClient
  upstreams: Upstreams
  sign: TokenSigner
  activity: Pick<ActivityLog, 'record'>
  logger: Logger
}

/** Timeout of one attempt: two must end before the lease of the approved call expires. */
const timeoutMs = 10_000
const everyMs = 5_000

const endpointsById = new Map(allEndpoints.map(endpoint => [endpoint.id, endpoint]))

/** Fields of the executed call's response that the approver gets. */
const Answered = z.object({ enrolmentCode: z.string().optional() })
type Executed = { data: Approval; enrolmentCode?: string | undefined }

export type ApprovedCalls = ReturnType<typeof createApprovedCalls>

/** Executes approved calls with the requester's rights. */
export function createApprovedCalls({ call, upstreams, sign, activity, logger }: Deps) {
  /**
   * Executes a call under the key of its request, so that a repetition has no effect, and stores the outcome.
   * @returns undefined without an outcome; another round repeats it
   */
  async function execute(approved: ApprovedCall): Promise<Executed | undefined> {
    const { approvalId } = approved
    try {
      const { status, rejection, isRecorded, changes, enrolmentCode } = await send(approved)
      const isUnknown = status >= 500 || status === 429 || rejection?.code === 'UNAVAILABLE'
      if (isUnknown) return undefined
      const { message = String(status), code, reason } = rejection ?? {}
      const failure = status < 400 ? undefined : { message, reason }
      const { approval, isFirst } = await call(approvalInternal.finish, { body: { approvalId, failure } })
      if (isFirst && !isRecorded) record(approved, { status, code, reason, changes })
      return { data: approval, enrolmentCode }
    } catch (err) {
      logger.warn({ err, approvalId }, 'approved call without outcome, will be repeated')
      return undefined
    }
  }

  async function send({ approvalId, key, endpointId, path, body, ifMatch, actor, approvedBy }: ApprovedCall) {
    const { domain, method } = endpointOf(endpointId)
    const upstream = upstreams.get(domain)
    if (!upstream) throw new Error(`${endpointId} is not a call of a service`)
    const token = await sign(upstream.audience, { ...actor, approvalId, approvedBy })
    const bytes = body === undefined ? undefined : Buffer.from(body)
    const answer = await requestUpstream({
      url: new URL(`${upstream.url}/api${path}`),
      method,
      headers: {
        ...traceFields(),
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
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
    const answered = parse(content)
    const rejection = status < 400 ? undefined : parseRejection(answered, headers['retry-after'])
    const { enrolmentCode } = Answered.safeParse(answered).data ?? {}
    const isRecorded = status < 400 && headers[recordedHeader] !== undefined
    return { status, rejection, isRecorded, changes: parseChanges(headers[changesHeader]), enrolmentCode }
  }

  type Outcome = Pick<Parameters<ActivityLog['record']>[0], 'status' | 'code' | 'reason' | 'changes'>

  function record({ approvalId, endpointId, path, body, actor, approvedBy }: ApprovedCall, outcome: Outcome) {
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
      approvedBy: approvedBy.username,
      requestId: approvalId,
    })
  }

  return {
    execute,
    /** Repeats calls whose gateway ended, or which had no outcome. */
    start(): Background {
      const round = async () => {
        const { calls } = await call(approvalInternal.claim, { body: {} })
        await Promise.all(calls.map(execute))
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
    const { approval, call: approved } = await call(approvalInternal.approve, { body, requestId: ctx.requestId })
    // svc-accounts has written the decision to the log.
    ctx.c.set('isRecorded', true)
    const executed = approved && (await execute(approved))
    const { data, enrolmentCode } = executed ?? { data: approval }
    if (data.state === 'failed') return { message: approvalTexts.failed, data }
    return { message: executed ? approvalTexts.approved : approvalTexts.running, data, enrolmentCode }
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
