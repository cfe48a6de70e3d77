import { gamesApi } from '@cascade/contracts/games'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

const freshForMs = 60_000

export function gamesQuery() {
  return queryOptions({
    queryKey: queryKeyOf(gamesApi.list),
    queryFn: async ({ signal }) => (await call(gamesApi.list, { signal })).data,
    staleTime: freshForMs,
  })
}
