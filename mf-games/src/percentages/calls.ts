import { gamesApi } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { call, listSource, ownKeyOf, pageQuery, readQuery, useChange } from '@cascade/web-kit'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Percentages of one admin's games, in game order unless sorted. */
export const percentagesSource = (adminId: string) => listSource(gamesApi.percentages, { params: { adminId } })

/** All games of an admin: a few dozen at most. */
export const allPercentagesQuery = (adminId: string) => pageQuery(percentagesSource(adminId), { page: 1, size: 100 })

/**
 * At most 50 admins by username prefix.
 * @param superadminId id of the caller; the percentages call for a superadmin returns only the admins
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

/** Outcome of a game's last draws under another percentage. */
export const whatIfQuery = ({ adminId, gameId, winpercentage }: Share) => ({
  ...readQuery(liveApi.whatIf, { query: { adminId, gameId, winpercentage } }),
  staleTime: 30_000,
})

/** Sets all percentages or none; resolves after the refetch. */
export const useSetPercentages = () => useChange(gamesApi.setPercentages, { refresh: ['games'] })
