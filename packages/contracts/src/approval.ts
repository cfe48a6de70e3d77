/** Operations that may need a second person, as the security policy names them. */
export const approvalOperations = [
  'credit.issue',
  'credit.transfer',
  'credit.adjust',
  'live.result',
  'live.correct',
  'percentages',
  'backup.import',
  'history.clear',
  'account.delete',
] as const
export type ApprovalOperation = (typeof approvalOperations)[number]

/** Operations with an amount, which the policy may require an approval for from an amount on. */
export const amountOperations: readonly ApprovalOperation[] = ['credit.issue', 'credit.transfer', 'credit.adjust']

/** Message of the response 202. */
export const waitingText = 'Waiting for a second person.'

/** Operations that a second person can decide about. */
export type ApprovalSubject = {
  operation: ApprovalOperation
  /** Points. */
  amount?: number
  /** The account that the call is about, which the requester must have in scope; default: the requester. */
  accountId?: string | undefined
}

type ParsedRequest = { params: Record<string, string>; query: unknown; body: unknown }

/**
 * Reads the subject from a parsed request.
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

/** Deletion of the account that a path parameter names. */
export const deletionOf = (param: 'id' | 'childId'): ApprovalReader =>
  approvalOf((_body, params) => ({ operation: 'account.delete', accountId: params[param] }))
