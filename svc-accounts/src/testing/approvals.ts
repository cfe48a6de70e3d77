import { randomUUID } from 'node:crypto'
import type { ApprovalOperation } from '@cascade/contracts'
import { approvalInternal } from '@cascade/contracts/accounts'
import type { Actor } from '@cascade/service-kit'
import { repeatCalls } from '../approvals/approval-worker'
import { approveRequest } from '../approvals/decide-approval'
import type { AccountsDeps } from '../deps'
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
/** Where an executor ends: it sends the call and stores the outcome, or dies before one of both. */
export type End = 'finish' | 'die' | 'dieAfterBooking'

/** In the database: under rules, a superadmin changes them with a second person only. */
export async function replaceRules({ db }: World, approvals: readonly object[]): Promise<void> {
  const set = { $set: { version: 1, requiredSince: {}, 'policy.approvals': approvals } }
  await db.collection<{ _id: string }>('policy').updateOne({ _id: 'security' }, set, { upsert: true })
  // The ledger reads the rules four times a second.
  await new Promise(resolve => setTimeout(resolve, 300))
}

/** Requests as the gateway stores them, and decisions whose executor may die. */
export function approvalsOf(world: World) {
  const endings: Record<End, AccountsDeps['sendCall']> = {
    finish: call => world.deps.sendCall(call),
    die: async () => undefined,
    async dieAfterBooking(call) {
      await world.deps.sendCall(call)
      return undefined
    },
  }
  const depsWith = (end: End): AccountsDeps => ({ ...world.deps, sendCall: endings[end] })

  /** Sends a call; if it needs a second person, stores it. @returns the response of the service, or its `approvalId` */
  async function send({ as, method = 'POST', path, body, key = randomUUID() }: Sent, subject: Subject) {
    const headers = { 'idempotency-key': key }
    const answer = await world.call(`${method} ${path}`, { as, headers, ...(body && { body }) })
    if (answer.body.reason !== 'APPROVAL_NEEDED') return answer
    const { operation = subject.operation, amount, payerId, ...details } = answer.body.errors ?? {}
    const { method: sentBy, path: to } = approvalInternal.request
    const stored = await world.internal(`${sentBy} ${to}`, {
      ...{ isSecret: false, ...subject, operation, payerId, details, isNeeded: true, actor: as, key, path },
      ...(amount !== undefined && { amount: Number(amount) }),
      ...(body && {
        body: JSON.stringify({ ...body, ...('password' in body && !subject.isSecret && { password: 'approved' }) }),
      }),
    })
    return stored.status === 200 ? { ...stored, status: 202 } : stored
  }

  return {
    send,

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

    approve: (id: string, as: Actor): Promise<Answer> => world.call(`POST /approvals/${id}/approve`, { as }),

    /** Approves in this process, with an executor that ends as told. */
    approveUntil: (end: End, id: string, actor: Actor) =>
      approveRequest(depsWith(end), {
        ctx: { actor, requestId: id, idempotencyKey: undefined, ifMatch: undefined, setHeader: () => undefined },
        input: { id },
      }),

    /** One round of the worker, whose executor ends as told. */
    repeat: (end: End = 'finish') => repeatCalls(depsWith(end)),
  }
}
