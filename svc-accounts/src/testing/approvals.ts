import { randomUUID } from 'node:crypto'
import type { ApprovalOperation } from '@cascade/contracts'
import { type ApprovedCall, approvalInternal } from '@cascade/contracts/accounts'
import type { Actor } from '@cascade/service-kit'
import type { Made } from './make-accounts'
import { type Answer, testPassword, type World } from './world'

export type Sent = { as: Actor; method?: string; path: string; body?: object; key?: string }
type Subject = {
  operation: ApprovalOperation
  endpointId: string
  permission: string
  accountId?: string
  isSecret?: boolean
}

/** The part of a gateway that asks for approvals and executes approved calls. */
export function gatewayOf(world: World) {
  const internal = (name: keyof typeof approvalInternal, body: object): Promise<Answer> => {
    const { method, path } = approvalInternal[name]
    return world.internal(`${method} ${path}`, body)
  }
  const finish = (approvalId: string, { status, body }: Answer) =>
    internal('finish', {
      approvalId,
      ...(status >= 400 && { failure: { message: body.message, reason: body.reason } }),
    })

  /** Sends a call; if it needs a second person, stores it. @returns the response of the service, or its `approvalId` */
  async function send({ as, method = 'POST', path, body, key = randomUUID() }: Sent, subject: Subject) {
    const headers = { 'idempotency-key': key }
    const answer = await world.call(`${method} ${path}`, { as, headers, ...(body && { body }) })
    if (answer.body.reason !== 'APPROVAL_NEEDED') return answer
    const { operation = subject.operation, amount, payerId, ...details } = answer.body.errors ?? {}
    const stored = await internal('request', {
      ...{ isSecret: false, ...subject, operation, payerId, details, isNeeded: true, actor: as, key, path },
      ...(amount !== undefined && { amount: Number(amount) }),
      ...(body && {
        body: JSON.stringify({ ...body, ...('password' in body && !subject.isSecret && { password: 'approved' }) }),
      }),
    })
    return stored.status === 200 ? { ...stored, status: 202 } : stored
  }

  /** Executes an approved call as its requester, under its key. */
  function execute({ approvalId, key, path, body, actor, approvedBy }: ApprovedCall, method = 'POST'): Promise<Answer> {
    const headers = { 'idempotency-key': key }
    const as = { ...actor, approvalId, approvedBy }
    return world.call(`${method} ${path}`, { as, headers, ...(body !== undefined && { body }) })
  }

  return {
    internal,
    finish,
    send,
    execute,

    /** A transfer to `to`. */
    transfer: (as: Actor, to: Made, { points = 500, key }: { points?: number; key?: string } = {}) =>
      send(
        {
          ...{ as, path: `/${to.role}/credit-transfer` },
          body: { toUserId: to._id, transferAmount: points, password: testPassword },
          ...(key !== undefined && { key }),
        },
        {
          operation: 'credit.transfer',
          endpointId: `accounts.${to.role}.transfer`,
          permission: `${to.role}.manage`,
          accountId: to._id,
        },
      ),

    approve: (approvalId: string, actor: Actor) => internal('approve', { approvalId, actor }),

    /** Approves and executes. @returns the response of the service, or of the approval */
    async carryOut(approvalId: string, actor: Actor): Promise<Answer> {
      const approved = await internal('approve', { approvalId, actor })
      const { call } = approved.body as { call?: ApprovedCall }
      if (!call) return approved
      const answer = await execute(call)
      await finish(approvalId, answer)
      return answer
    },

    claim: async (): Promise<ApprovedCall[]> => (await internal('claim', {})).body.calls,
  }
}
