import { gamesApi } from '@cascade/contracts/games'
import { call } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

export const gamesQuery = () =>
  queryOptions({
    queryKey: [gamesApi.list.id],
    queryFn: async ({ signal }) => (await call(gamesApi.list, { signal })).data,
    staleTime: 60_000,
  })
