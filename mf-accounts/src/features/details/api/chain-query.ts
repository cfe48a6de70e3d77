import { type Account, sessionApi } from '@cascade/contracts/accounts'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

export type Ancestor = Pick<Account, '_id' | 'username' | 'role'>

/** No tree is deeper; nothing is asked for ever. */
const mostSteps = 5

/** The accounts above one, from the top down, as far as the actor may see them: themself at the top. */
export function chainQuery({ _id, refId }: Pick<Account, '_id' | 'refId'>) {
  return queryOptions({
    queryKey: queryKeyOf(sessionApi.fetchUserById, 'chain', _id, refId?._id),
    queryFn: async ({ signal }): Promise<Ancestor[]> => {
      const chain: Ancestor[] = []
      let next = refId?._id
      while (next !== undefined && chain.length < mostSteps) {
        const { data } = await call(sessionApi.fetchUserById, { query: { id: next }, signal })
        chain.unshift(data)
        next = data.refId?._id
      }
      return chain
    },
  })
}
