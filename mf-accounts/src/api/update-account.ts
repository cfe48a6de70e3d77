import type { Account, UpdateAccountInput } from '@cascade/contracts/accounts'
import { call } from '@cascade/web-kit'
import { type AccountScope, childCalls, ownCalls } from './scope'

type Edit = { id: string; changes: UpdateAccountInput; ifMatch: string | undefined }

/** @throws ApiError CONFLICT whose `errors` name the fields that somebody else changed since `ifMatch`. */
export async function updateAccount(scope: AccountScope, { id, changes, ifMatch }: Edit): Promise<Account> {
  const { parentId } = scope
  const answer =
    parentId === undefined
      ? await call(ownCalls(scope).update, { params: { id }, body: changes, ifMatch })
      : await call(childCalls(scope).update, { params: { parentId, childId: id }, body: changes, ifMatch })
  return answer.data
}
