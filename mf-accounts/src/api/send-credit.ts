import type { CreditAdjustInput, CreditTransferInput } from '@cascade/contracts/accounts'
import { ApiError, call } from '@cascade/web-kit'
import { useMutation } from '@tanstack/react-query'
import { useRefreshAccounts } from './refresh'
import { type AccountScope, childCalls, ownCalls } from './scope'

export type Credit =
  | { kind: 'transfer'; key: string; body: CreditTransferInput }
  | { kind: 'adjust'; key: string; body: CreditAdjustInput }

/** No answer, or one that promises nothing was booked: the same key may go out again by itself. */
const isPassing = (error: unknown) =>
  error instanceof ApiError && (error.code === 'NETWORK' || error.code === 'UNAVAILABLE')

export function useSendCredit(scope: AccountScope) {
  const refresh = useRefreshAccounts()
  return useMutation({
    mutationFn: (credit: Credit) => sendCredit(scope, credit),
    retry: (failures, error) => failures < 2 && isPassing(error),
    retryDelay: attempt => 500 * 2 ** attempt,
    onSuccess: refresh,
  })
}

function sendCredit(scope: AccountScope, { kind, key: idempotencyKey, body }: Credit) {
  const { parentId } = scope
  const childId = body.toUserId
  if (kind === 'transfer') {
    return parentId === undefined
      ? call(ownCalls(scope).transfer, { body, idempotencyKey })
      : call(childCalls(scope).transfer, { params: { parentId, childId }, body, idempotencyKey })
  }
  return parentId === undefined
    ? call(ownCalls(scope).adjust, { body, idempotencyKey })
    : call(childCalls(scope).adjust, { params: { parentId, childId }, body, idempotencyKey })
}
