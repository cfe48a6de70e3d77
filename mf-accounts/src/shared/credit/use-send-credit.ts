import type { CreditAdjustInput, CreditTransferInput } from '@cascade/contracts/accounts'
import { ApiError, isTransient, noAnswer, send, wasNotSent } from '@cascade/web-kit'
import { useMutation } from '@tanstack/react-query'
import { type AccountScope, childCalls, ownCalls } from '../api/account-scope'
import { useRefreshAccounts } from '../api/use-refresh-accounts'

export type Credit =
  | { kind: 'transfer'; key: string; body: CreditTransferInput }
  | { kind: 'adjust'; key: string; body: CreditAdjustInput }

const maxRepeats = 2
const firstPauseMs = 500

/** Books credit. Where no answer came, the same key goes out again by itself: the ledger books it only once. */
export function useSendCredit(scope: AccountScope, refreshes: boolean) {
  const refresh = useRefreshAccounts()
  return useMutation({
    mutationFn: (credit: Credit) => trySending(scope, credit),
    retry: (failures, error) => failures < maxRepeats && isTransient(error),
    retryDelay: attempt => firstPauseMs * 2 ** attempt,
    onSuccess: refreshes ? refresh : undefined,
  })
}

const lost = new WeakSet<Credit>()
/** Whether a try of it got no answer, so that it may have been booked, whatever a later try is told. */
export const mayBeBooked = (credit: Credit) => lost.has(credit)

/** A repeat that finds no connection must not say that nothing was sent: the try before it was. */
async function trySending(scope: AccountScope, credit: Credit) {
  try {
    return await sendCredit(scope, credit)
  } catch (error) {
    if (!(error instanceof ApiError && error.refused && error.status < 500) && !wasNotSent(error)) lost.add(credit)
    throw wasNotSent(error) && lost.has(credit) ? noAnswer(error) : error
  }
}

function sendCredit(scope: AccountScope, { kind, key: idempotencyKey, body }: Credit) {
  const { parentId } = scope
  const childId = body.toUserId
  if (kind === 'transfer') {
    return parentId === undefined
      ? send(ownCalls(scope).transfer, { body, idempotencyKey })
      : send(childCalls(scope).transfer, { params: { parentId, childId }, body, idempotencyKey })
  }
  return parentId === undefined
    ? send(ownCalls(scope).adjust, { body, idempotencyKey })
    : send(childCalls(scope).adjust, { params: { parentId, childId }, body, idempotencyKey })
}
