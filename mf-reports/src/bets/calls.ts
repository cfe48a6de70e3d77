import type { GameDescription } from '@cascade/contracts/games'
import { type HistoryRow, type HistorySums, liveApi } from '@cascade/contracts/live'
import {
  call,
  type ListPage,
  type ListParams,
  type ListSource,
  listSource,
  queryKeyOf,
  readQuery,
  useChange,
} from '@cascade/web-kit'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { periodFilters, toPeriodQuery } from '../shared/period-filter'
import { findUserId } from '../shared/user-filter'

/** `user`: username; `tdate`: one day, which takes precedence over the period. */
export const historyFilters = { gameId: '', user: '', tdate: '', ...periodFilters }

type HistoryPage = ListPage<HistoryRow> & { sums?: HistorySums | undefined }

/** Tickets of the caller's subtree, newest first; with `user`, of that account and everyone below it. */
export function historySource(queryClient: QueryClient): ListSource<HistoryRow, HistoryPage> {
  const { key, load } = listSource(liveApi.history)
  return {
    key,
    load: async ({ user, ...params }, signal) => {
      if (!user) return load(toPeriodQuery(params), signal)
      const userId = await findUserId(queryClient, String(user), historyUsersQuery)
      return userId ? load({ ...toPeriodQuery(params), userId }, signal) : { rows: [], total: 0 }
    },
  }
}

/** Sums over the newest tickets of the filter; independent of the page. */
export function historySumsQuery(queryClient: QueryClient, { page, size, sort, order, ...filter }: ListParams) {
  return queryOptions({
    queryKey: queryKeyOf(liveApi.history, 'sums', filter),
    queryFn: async ({ signal }) => {
      const query = { ...filter, page: 1, size: 1, sums: 'true' }
      const { sums, total } = await historySource(queryClient).load(query, signal)
      return { sums, total }
    },
  })
}

const staleMs = 60_000

/** Games of the caller's players, by name. */
export const historyGamesQuery = () => ({ ...readQuery(liveApi.historyGames), staleTime: staleMs })

/** At most 50 accounts of the caller's subtree by name prefix. */
export const historyUsersQuery = (start: string) => ({
  ...readQuery(liveApi.historyUsers, { query: { q: start } }),
  staleTime: staleMs,
})

export const ticketQuery = ({ ticketId, gameId }: Pick<HistoryRow, 'ticketId' | 'gameId'>) =>
  readQuery(liveApi.ticket, { query: { ticketId, gameId } })

/** A ticket is voided once: a repeated call needs no key. */
export const useVoidTicket = () => useChange(liveApi.voidTicket, { refresh: [liveApi.history], alsoOnError: true })

/** Game description of a ticket: from the draw record, else from the master data; null if neither has it. */
export const descriptionQuery = ({ ticketId, drawId, gameId, resultNo }: HistoryRow) =>
  queryOptions({
    queryKey: queryKeyOf(liveApi.record, drawId, resultNo),
    queryFn: async ({ signal }): Promise<GameDescription | null> => {
      const record =
        resultNo === null ? undefined : call(liveApi.record, { params: { drawId }, query: { ticketId }, signal })
      const recorded = (await record?.catch(() => undefined))?.data.documents[0]?.description
      const { masterDescription } = await import('@cascade/draw-rules/master')
      return recorded ?? masterDescription(gameId) ?? null
    },
  })
