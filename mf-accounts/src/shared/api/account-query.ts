import type { Account } from '@cascade/contracts/accounts'
import { queryKeyOf, send } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'
import { type AccountScope, childCalls, ownCalls } from './account-scope'

/** An account with the version that an edit must name. */
export type LoadedAccount = { account: Account; etag: string | undefined }

export function accountQuery(scope: AccountScope, id: string) {
  return queryOptions({
    queryKey: queryKeyOf(ownCalls(scope).read, id, scope.parentId),
    queryFn: async ({ signal }): Promise<LoadedAccount> => {
      const { answer, etag } = await readAccount(scope, id, signal)
      return { account: answer.data, etag }
    },
  })
}

function readAccount(scope: AccountScope, id: string, signal?: AbortSignal) {
  const { parentId } = scope
  return parentId === undefined
    ? send(ownCalls(scope).read, { params: { id }, signal })
    : send(childCalls(scope).read, { params: { parentId, childId: id }, signal })
}
