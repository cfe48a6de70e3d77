import type { CreateAccountInput, CreatedAccount } from '@cascade/contracts/accounts'
import { call } from '@cascade/web-kit'
import { type AccountScope, childCalls, ownCalls } from './account-scope'

/** Repeats with one key make one account. */
export async function createAccount(
  scope: AccountScope,
  body: CreateAccountInput,
  idempotencyKey: string,
): Promise<CreatedAccount> {
  const { parentId } = scope
  const answer =
    parentId === undefined
      ? await call(ownCalls(scope).create, { body, idempotencyKey })
      : await call(childCalls(scope).create, { params: { parentId }, body, idempotencyKey })
  return answer.data
}
