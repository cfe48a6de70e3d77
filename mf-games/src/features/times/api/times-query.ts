import { gamesApi } from '@cascade/contracts/games'
import { call } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'
import { timesSource } from './times-source'

/** All times, shortest first, to choose from. */
export const timesQuery = () =>
  queryOptions({
    queryKey: [...timesSource().key, 'all'],
    queryFn: async ({ signal }) => (await call(gamesApi.timeList, { signal })).data,
  })
