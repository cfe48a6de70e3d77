import { gamesApi } from '@cascade/contracts/games'
import { call, queryKeyOf } from '@cascade/web-kit'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/**
 * Admins to choose from, 50 at most, whose username begins as typed.
 * @param superadminId who asks: the call for themself answers nothing but the admins
 */
export const adminsQuery = (superadminId: string, beginning: string) =>
  queryOptions({
    queryKey: queryKeyOf(gamesApi.percentages, 'admins', superadminId, beginning),
    queryFn: async ({ signal }) => {
      const query = beginning ? { user: beginning } : {}
      return (await call(gamesApi.percentages, { params: { adminId: superadminId }, query, signal })).users
    },
    placeholderData: keepPreviousData,
  })
