import type { GameDescription } from '@cascade/contracts/games'
import { type HistoryRow, type HistorySums, liveApi } from '@cascade/contracts/live'
import { call, type ListPage, type ListParams, type ListSource, listSource, queryKeyOf, readOf } from '@cascade/web-kit'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { inPeriod, periodFilters } from '../shared/period-filter'
import { idOfUser } from '../shared/user-filter'

/** `userId`: whose tickets, by name; `tdate`: one day, which wins over the period. */
export const historyFilters = { gameId: '', user: '', tdate: '', ...periodFilters }

type HistoryPage = ListPage<HistoryRow> & { sums?: HistorySums | undefined }

/** Tickets of the caller's subtree, newest first; a user's own, or those of everybody below. */
export function historySource(queryClient: QueryClient): ListSource<HistoryRow, HistoryPage> {
  const { key, load } = listSource(liveApi.history)
  return {
    key,
    load: async ({ user, ...params }, signal) => {
      if (!user) return load(inPeriod(params), signal)
      const userId = await idOfUser(queryClient, String(user), historyUsersQuery)
      return userId ? load({ ...inPeriod(params), userId }, signal) : { rows: [], total: 0 }
    },
  }
}

/** What the newest tickets of the filter staked and won, of how many; the same on each of its pages. */
export function historySumsQuery(queryClient: QueryClient, { page, size, sort, order, ...filter }: ListParams) {
  return queryOptions({
    queryKey: queryKeyOf(liveApi.history, 'sums', filter),
    queryFn: async ({ signal }) => {
      const asked = { ...filter, page: 1, size: 1, sums: 'true' }
      const { sums, total } = await historySource(queryClient).load(asked, signal)
      return { sums, total }
    },
  })
}

const freshForMs = 60_000

/** The games that the caller's players play, by name. */
export const historyGamesQuery = () => ({ ...readOf(liveApi.historyGames), staleTime: freshForMs })

/** Accounts of the caller's subtree whose name begins with `start`; at most 50, by name. */
export const historyUsersQuery = (start: string) => ({
  ...readOf(liveApi.historyUsers, { query: { q: start } }),
  staleTime: freshForMs,
})

/** The bets of one ticket. */
export const ticketQuery = ({ ticketId, gameId }: Pick<HistoryRow, 'ticketId' | 'gameId'>) =>
  readOf(liveApi.ticket, { query: { ticketId, gameId } })

/** How a ticket's game is played: by the record of its draw, or else as the master data has it; null where neither tells. */
export const descriptionQuery = ({ ticketId, drawId, gameId, resultNo }: HistoryRow) =>
  queryOptions({
    queryKey: queryKeyOf(liveApi.record, drawId, resultNo),
    queryFn: async ({ signal }): Promise<GameDescription | null> => {
      const record =
        resultNo === null ? undefined : call(liveApi.record, { params: { drawId }, query: { ticketId }, signal })
      const described = (await record?.catch(() => undefined))?.data.documents[0]?.description
      const { masterDescription } = await import('@cascade/draw-rules/master')
      return described ?? masterDescription(gameId) ?? null
    },
  })
