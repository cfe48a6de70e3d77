import { gamesApi } from '@cascade/contracts/games'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

/** The last ten versions of a description, newest first. */
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeyOf(gamesApi.descriptions, id),
    queryFn: async ({ signal }) =>
      (await call(gamesApi.descriptions, { params: { id }, query: { size: 10 }, signal })).data,
  })
