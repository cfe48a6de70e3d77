import { gamesApi } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { call, listSource, ownKeyOf, pageQuery, readOf, useChange } from '@cascade/web-kit'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Percentages of one admin's games, in the order of the games unless sorted. */
export const percentagesSource = (adminId: string) => listSource(gamesApi.percentages, { params: { adminId } })

/** All games of an admin; there are some dozens. */
export const allPercentagesQuery = (adminId: string) => pageQuery(percentagesSource(adminId), { page: 1, size: 100 })

/**
 * Admins to choose from, 50 at most, whose username begins as typed.
 * @param superadminId who asks: the call for themself answers nothing but the admins
 */
export const adminsQuery = (superadminId: string, beginning: string) =>
  queryOptions({
    queryKey: ownKeyOf(gamesApi.percentages, 'admins', beginning),
    queryFn: async ({ signal }) => {
      const query = beginning ? { user: beginning } : {}
      return (await call(gamesApi.percentages, { params: { adminId: superadminId }, query, signal })).users
    },
    placeholderData: keepPreviousData,
  })

type Share = { adminId: string; gameId: string; winpercentage: number }

/** What the last draws of a game would have come to with another percentage. */
export const whatIfQuery = ({ adminId, gameId, winpercentage }: Share) => ({
  ...readOf(liveApi.whatIf, { query: { adminId, gameId, winpercentage } }),
  staleTime: 30_000,
})

/** Sets all of them or none; ends when the rows have been read again. */
export const useSetPercentages = () => useChange(gamesApi.setPercentages, { refresh: ['games'] })
