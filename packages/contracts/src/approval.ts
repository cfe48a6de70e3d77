import { type Permission, permissions } from './permissions'
import type { Role } from './roles'

/** Operations that may need a second person, as the security policy names them, and the permission to ask for each. */
const operations = {
  'credit.issue': 'credit.issue',
  'credit.transfer': 'player.manage',
  'credit.adjust': 'player.manage',
  'live.result': 'live.control',
  'live.correct': 'live.control',
  percentages: 'percentages.write',
  'backup.import': 'backups.manage',
  'history.clear': 'history.clear',
  'commission.pay': 'cash.record',
  'account.delete': 'player.manage',
  'account.create': 'player.manage',
  'superadmin.change': 'superadmin.manage',
  policy: 'policy.manage',
  'people.elevate': 'people.manage',
} as const satisfies Record<string, Permission>
export type ApprovalOperation = keyof typeof operations
export const approvalOperations = Object.keys(operations) as [ApprovalOperation, ...ApprovalOperation[]]

export const requestersOf = (operation: ApprovalOperation): readonly Role[] => permissions[operations[operation]]

/** Their names on screens. */
export const operationTexts = {
  'operation_credit.issue': 'Issue of points',
  'operation_credit.transfer': 'Points that move down',
  'operation_credit.adjust': 'Credit adjustment',
  'operation_live.result': 'Chosen result',
  'operation_live.correct': 'Corrected result',
  operation_percentages: 'Percentages',
  'operation_backup.import': 'Restore of a backup',
  'operation_history.clear': 'Clearing of history',
  'operation_commission.pay': 'Payment of commissions',
  'operation_account.delete': 'Deletion of an account',
  'operation_account.create': 'New account',
  'operation_superadmin.change': 'Change of a superadmin',
  operation_policy: 'Security policy',
  'operation_people.elevate': 'More rights for a person',
} as const satisfies Record<`operation_${ApprovalOperation}`, string>

/** Operations with an amount, which the policy may require an approval for from an amount on. */
export const amountOperations: readonly ApprovalOperation[] = [
  'credit.issue',
  'credit.transfer',
  'credit.adjust',
  'commission.pay',
]

/** They decide who may ask and approve: under any rule they need a second person too, while there is one. */
export const authorityOperations: readonly ApprovalOperation[] = ['account.create', 'superadmin.change', 'policy']

/** Message of the response 202. */
export const waitingText = 'Waiting for a second person.'

/** What a second person decides about. */
export type ApprovalSubject = {
  operation: ApprovalOperation
  /** Points. */
  amount?: number | undefined
  /** The account that the call is about, which the requester must have in scope; default: the requester. */
  accountId?: string | undefined
  /** The draw that it is about; after its moment there is nothing left to decide. */
  drawId?: string | undefined
  /** The body has secrets of an account: it is stored encrypted. */
  isSecret?: true | undefined
}

type ParsedRequest = { params: Record<string, string>; query: unknown; body: unknown }

/**
 * Reads the subject from a parsed request. Where svc-accounts or its ledger decides whether a call needs an approval,
 * its rejection names operation and amount.
 * @returns undefined for a request that never needs an approval
 */
export type ApprovalReader = (request: ParsedRequest, requesterId: string) => ApprovalSubject | undefined

/** A reader for requests of one shape; `read` receives parameters and body. */
export const approvalOf =
  <B>(
    read: (body: B, params: Record<string, string>, requesterId: string) => ApprovalSubject | undefined,
  ): ApprovalReader =>
  ({ body, params }, requesterId) =>
    read(body as B, params, requesterId)

/** An operation on the account that a path parameter names; without one, on the requester. */
export const accountApproval = (operation: ApprovalOperation, param = ''): ApprovalReader =>
  approvalOf((_body, params) => ({ operation, accountId: params[param], isSecret: true }))
