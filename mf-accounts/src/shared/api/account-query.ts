import type { Account } from '@cascade/contracts/accounts'
import { queryKeyOf, send } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'
import { type AccountScope, childCalls, ownCalls } from './account-scope'

/** An account with the version that an edit must name. */
export type LoadedAccount = { account: Account; etag: string | undefined }

/** Empty `asOf`: as it is now. */
export function accountQuery(scope: AccountScope, id: string, asOf = '') {
  return queryOptions({
    queryKey: queryKeyOf(ownCalls(scope).read, id, scope.parentId, asOf),
    queryFn: async ({ signal }): Promise<LoadedAccount> => {
      const { answer, etag } = await readAccount(scope, id, { query: asOf ? { asOf } : {}, signal })
      return { account: answer.data, etag }
    },
  })
}

type Read = { query: { asOf?: string }; signal: AbortSignal }

function readAccount(scope: AccountScope, id: string, { query, signal }: Read) {
  const { parentId } = scope
  return parentId === undefined
    ? send(ownCalls(scope).read, { params: { id }, query, signal })
    : send(childCalls(scope).read, { params: { parentId, childId: id }, query, signal })
}
